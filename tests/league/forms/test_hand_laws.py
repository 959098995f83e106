"""Whatever is sent as a hand sheet is read, judged and answered in words; nothing raises."""

from django.http import QueryDict
from hypothesis import given, settings
from hypothesis import strategies as st

from league.forms.hands import HandForm
from league.forms.sheet_values import SEATS, SET_RANKS, run_codes
from league.words.calls import sheet_rows
from league.words.names import table_names
from league.words.sheets import sum_words
from scoring import PRESETS, RuleSet, Side, judge

NAMES = table_names({"N": "Anne", "E": "محمد", "S": "M" * 100, "W": "Éloi"})
SEAT = st.sampled_from(["", *SEATS, "Q"])
SIDE = st.sampled_from(["", "NS", "EW", "a"])
COUNT = st.sampled_from(
    ["", "0", "1", "81", "96", "161", "162", "170", "-1", "1_62", "٩٦", "9" * 30]
)
CARDS = st.sampled_from(
    ["", "9H TH JH", "9h 10♥ j♥, QS KS AS", "9H 9H 9H", "KS QS", "XX", "6C " * 12]
)
RUN = st.sampled_from(["", *run_codes(RuleSet(run_long="quint100")), "30"])
FIELDS = {
    "dealer": SEAT,
    "caller": SEAT,
    "trump": st.sampled_from(["", "S", "H", "D", "C", "NT", "X"]),
    "bid": COUNT,
    "bella": SEAT,
    "bella_call": st.sampled_from(["", "last", "first", "run", "none", "x"]),
    "count_ns": COUNT,
    "count_ew": COUNT,
    "outcome": st.sampled_from(["played", "misplay", "thrown_in", "passed_out", ""]),
    "claim_by": SIDE,
    "claim_upheld": st.sampled_from(["", "yes", "no"]),
    "claim_trick": COUNT,
    "claim_seat": SEAT,
    "claim_card": CARDS,
    "thrown_by": SIDE,
    "last_trick": SIDE,
    "forced": st.sampled_from(["", "on"]),
    "runs": st.builds("{}-{}".format, st.sampled_from(SEATS), RUN),
    **{f"runs_{seat}": RUN for seat in SEATS},
    **{f"beaten_{seat}": RUN for seat in SEATS},
    **{f"cards_{seat}": CARDS for seat in SEATS},
    **{f"set_{rank}": SEAT for rank in SET_RANKS},
}
# Most fields stay empty, as on paper; then some sheets are sound as well.
SENT = st.fixed_dictionaries({}, optional=FIELDS)
ORDINARY = {"dealer": "W", "caller": "N", "trump": "S", "outcome": "played", "count_ns": "96"}


@settings(max_examples=300)
@given(SENT, st.sampled_from(sorted(PRESETS)), st.booleans())
def test_whatever_is_sent_is_answered_in_words(sent, preset, ordinary):
    rules = RuleSet.from_preset(preset, None)
    data = QueryDict(mutable=True)
    data.update({"game": "1", "number": "1", **(ORDINARY if ordinary else {}), **sent})
    form = HandForm(data, rules=rules, names=NAMES)
    list(form.run_rows())
    if not form.is_valid():
        assert all(str(words) for words_list in form.errors.values() for words in words_list)
        return
    problems, score = judge(form.sheet, rules)
    good = form.add_problems(problems)
    assert good == (not problems)
    assert sheet_rows(form.sheet, score, NAMES, Side.EW)
    if score is not None:
        assert sum_words(score, NAMES)
    else:
        assert form.errors
