"""Two hundred names that are programs, in every field that takes a name, read by everybody: none
runs, none breaks the content policy, each stands there as it was written."""

from itertools import count, product

import pytest
from django.urls import reverse

from league.actions.adjustments import add_adjustment
from league.models import Club, Match, Player, Role, Round
from tests.league.evenings import begin, play

# What would run in the places where a name can land: text, attributes, addresses, scripts, styles.
BODIES = ("alert({n})", "top.ran={n}", "print({n})", "fetch('/ran/{n}')", "import('/ran/{n}')")
SHAPES = (
    "<script>{run}</script>",
    "<ScRiPt src=//x.example/{n}></sCrIpT>{run}",
    "</title><script>{run}</script>",
    "</textarea><script>{run}</script>",
    "</script><script>{run}</script>",
    "--><script>{run}</script>",
    "<img src=x onerror={run}>",
    '"><img src=x onerror={run}>',
    "'><img src=x onerror={run}>",
    "<svg/onload={run}>",
    "<svg><animate onbegin={run} attributeName=x>",
    "<body onload={run}>",
    "<details open ontoggle={run}>",
    '" autofocus onfocus="{run}',
    "' autofocus onfocus='{run}",
    '" onmouseover="{run}" x="',
    '" style="animation-name:x" onanimationstart="{run}',
    "<a href=javascript:{run}>x</a>",
    "javascript:{run}//",
    "<iframe srcdoc='<script>{run}</script>'>",
    "<iframe src=javascript:{run}>",
    "<form action=javascript:{run}><button>x",
    '"><button formaction=javascript:{run}>x',
    "<math><mi xlink:href=javascript:{run}>x",
    "<base href=//x.example/><script>{run}</script>",
    "<meta http-equiv=refresh content=0;url=javascript:{run}>",
    "<style>*{{background:url(javascript:{run})}}</style>",
    "<link rel=stylesheet href=//x.example/{n}>{run}",
    "<template><script>{run}</script></template>",
    "<div hx-on:load={run} hx-get=/ hx-trigger=load>x",
    '" hx-get="/" hx-trigger="load" hx-on::load="{run}',
    "<b data-hx-on--load={run}>x",
    "{{{{constructor.constructor('{run}')()}}}}",
    "${{{run}}}",
    "\\u003cscript\\u003e{run}",
    "&lt;script&gt;{run}&lt;/script&gt;",
    "&#60;script&#62;{run}&#60;/script&#62;",
    "%3Cscript%3E{run}%3C/script%3E",
    "</bdi></td></table><script>{run}</script>",
    "<noscript><p title='</noscript><img src=x onerror={run}>'>",
)
PAYLOADS = [
    shape.format(run=body.format(n=n), n=n)
    for n, (body, shape) in enumerate(product(BODIES, SHAPES), start=1)
]


def test_there_are_two_hundred_and_each_fits_a_name():
    assert len(set(PAYLOADS)) == 200
    assert max(map(len, PAYLOADS)) <= 100


@pytest.fixture
def hall_of_programs(
    live_server, owner, club, make_competition, make_match, make_user, make_club, make_round
):
    """Every name field filled with them: gives the addresses to read, guests' and organizers'."""
    numbers = count()

    def next_one() -> str:
        return PAYLOADS[next(numbers) % len(PAYLOADS)]

    Club.objects.filter(pk=club.pk).update(name=next_one(), place=next_one())
    for kind in ("organizer", "scorekeeper", "member"):
        user = make_user(f"user-{kind}", club, kind)
        user.name = next_one()
        user.save(update_fields=["name"])
    others = [make_club(name=next_one(), place=next_one()) for _club in range(4)]
    Role.objects.create(club=others[0], user=owner, kind="owner")
    public = ["/", "/clubs/", *(f"/clubs/{one.slug}/" for one in (club, *others))]
    for_organizers = [
        *(reverse(name, args=[club.slug]) for name in ("people", "roles", "competition_new")),
        reverse("partnership_new", args=[club.slug]),
    ]
    for _competition in range(4):
        competition = make_competition(entries=20, name=next_one(), notes=next_one())
        matches = [make_match(competition) for _table in range(10)]
        night = matches[0].round
        Round.objects.filter(pk=night.pk).update(name=next_one())
        for entry in competition.entries.select_related("partnership"):
            for player in (entry.partnership.first_id, entry.partnership.second_id):
                Player.objects.filter(pk=player).update(name=next_one())
        match = Match.objects.get(pk=matches[0].pk)
        begin(match, owner)
        play(match, owner, 100, 62)
        Match.objects.filter(pk=matches[1].pk).update(
            forfeit="b", forfeit_reason=next_one(), made_by=owner, made_reason=next_one()
        )
        add_adjustment(
            competition, match.entry_a, match_points=-1, points=0, reason=next_one(), by=owner
        )
        hand = match.games.get().hands.first()
        hand.note = next_one()
        hand.save(update_fields=["note"])
        public += [
            *(
                reverse(name, args=[competition.pk])
                for name in ("competition", "standings", "schedule", "entries", "print_standings")
            ),
            reverse("match", args=[match.pk]),
            reverse("match", args=[matches[1].pk]),
            reverse("hand", args=[hand.pk]),
            reverse("player", args=[match.entry_a.partnership.first_id]),
            reverse("partnership", args=[match.entry_a.partnership_id]),
            *(
                reverse(name, args=[night.pk])
                for name in ("print_tables", "print_names", "print_sheets")
            ),
        ]
        for_organizers += [
            *(
                reverse(name, args=[competition.pk])
                for name in (
                    "competition_setup", "competition_edit", "entries_edit", "adjustments", "audit",
                )
            ),
            *(reverse(name, args=[night.pk]) for name in ("round_results", "round_swap")),
            *(
                reverse(name, args=[match.pk])
                for name in ("score", "match_totals", "match_substitutes", "match_move")
            ),
            reverse("hand_correct", args=[hand.pk]),
        ]  # fmt: skip
    assert next(numbers) >= len(PAYLOADS), "not every one of them is somewhere"
    return public, for_organizers


def test_no_name_is_ever_run_as_a_program(open_page, hall_of_programs, owner, sign_in):
    """`open_page` fails the test for a script that runs amiss or breaks the content policy."""
    public, for_organizers = hall_of_programs
    page = open_page()
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    page.on("request", lambda sent: asked.append(sent.url) if "/ran/" in sent.url else None)
    page.on("request", lambda sent: asked.append(sent.url) if "x.example" in sent.url else None)
    alive: list[str] = []
    for addresses in (public, for_organizers):
        for address in addresses:
            answer = page.goto(address)
            assert answer is not None
            assert answer.status == 200, address
            alive += page.evaluate(_ALIVE)
        sign_in(page, owner)
    assert not asked
    assert not alive


# What markup a name would have left behind, had it been read as markup.
_ALIVE = """() => [...document.querySelectorAll("*")].filter(one =>
  (one.localName === "script" && !one.src) || one.localName === "iframe" ||
  [...one.attributes].some(a => /^on|^(data-)?hx-on/.test(a.name) ||
    /^(href|src|action|formaction)$/.test(a.name) && /^javascript:/i.test(a.value.trim()))
).map(one => location.pathname + ": " + one.outerHTML.slice(0, 120))
  .concat(window.ran ? ["ran " + window.ran] : [])"""
