"""A second standings, slow and written from the text alone: every figure by looking through all
results.

Answers what `compute_standings` must answer; shares no code with it.
"""

import hashlib
from fractions import Fraction


def sides(result):
    """(entry, opponent, games seen from the entry, side) of a match of two, for both of them."""
    yield result.a, result.b, [(g.a, g.b, g.baits_a) for g in result.games], "a"
    yield result.b, result.a, [(g.b, g.a, g.baits_b) for g in result.games], "b"


def at_table(entry, results):
    """(opponent, outcome 1, 1/2 or 0, games) of each match the entry really played."""
    for result in results:
        if result.b is None or result.forfeit or not result.games:
            continue
        for own, opponent, games, _ in sides(result):
            if own == entry:
                wins = sum(x > y for x, y, _ in games)
                losses = sum(x < y for x, y, _ in games)
                outcome = Fraction((wins > losses) - (wins < losses) + 1, 2)
                yield opponent, outcome, games


def forfeits(entry, results):
    """(won?, for, against factor) of each forfeit: "won", "lost" or "both"."""
    for result in results:
        if result.forfeit:
            for own, _, _, side in sides(result):
                if own == entry:
                    yield (
                        "both"
                        if result.forfeit == "both"
                        else ("lost" if result.forfeit == side else "won")
                    )


def figures(entry, results, adjustments, rules):
    p = rules.points
    matches = list(at_table(entry, results))
    gone = list(forfeits(entry, results))
    byes = sum(r.bye and r.a == entry for r in results)
    mine = [one for one in adjustments if one.entry == entry]
    given = {Fraction(1): p.win, Fraction(1, 2): p.draw, Fraction(0): p.loss}
    games = [game for _, _, played in matches for game in played]
    stated_for = byes * p.bye_for + gone.count("won") * p.forfeit_for
    stated_for += gone.count("lost") * p.forfeit_against
    stated_against = byes * p.bye_against + gone.count("won") * p.forfeit_against
    stated_against += gone.count("lost") * p.forfeit_for
    bonus = sum(one.points for one in mine)
    cap = rules.difference_cap if rules.difference_cap is not None else 10**9
    points_for = sum(x for x, _, _ in games) + stated_for + bonus
    points_against = sum(y for _, y, _ in games) + stated_against
    return {
        "match_points": sum(given[outcome] for _, outcome, _ in matches)
        + byes * p.bye
        + gone.count("won") * p.forfeit_win
        + (len(gone) - gone.count("won")) * p.forfeit_loss
        + sum(one.match_points for one in mine),
        "played": len(matches),
        "won": sum(outcome == 1 for _, outcome, _ in matches) + gone.count("won"),
        "drawn": sum(outcome == Fraction(1, 2) for _, outcome, _ in matches),
        "lost": sum(outcome == 0 for _, outcome, _ in matches) + len(gone) - gone.count("won"),
        "byes": byes,
        "games_won": sum(x > y for x, y, _ in games),
        "points_for": points_for,
        "points_against": points_against,
        "difference": points_for - points_against,
        "points_difference": sum(min(cap, max(-cap, x - y)) for x, y, _ in games)
        + stated_for
        - stated_against
        + bonus,
        "best_game": max([x for x, _, _ in games], default=0),
        "fewest_baits": sum(baits for _, _, baits in games),
    }


def all_figures(entries, results, adjustments, rules):
    found = {e: figures(e, results, adjustments, rules) for e in entries}
    for entry, own in found.items():
        met = [(found[o]["match_points"], outcome) for o, outcome, _ in at_table(entry, results)]
        strengths = [strength for strength, _ in met]
        own["wins"] = own["won"]
        own["buchholz"] = sum(strengths)
        own["median_buchholz"] = (
            sum(strengths) - max(strengths) - min(strengths) if len(strengths) > 2 else 0
        )
        own["sonneborn_berger"] = sum(strength * outcome for strength, outcome in met)
        own["lot"] = hashlib.sha256(f"{rules.lot_seed}:{entry}".encode()).hexdigest()
        scored, conceded = own["points_for"], own["points_against"]
        if conceded:
            own["points_quotient"] = str(Fraction(scored, conceded))
            if "/" not in own["points_quotient"]:
                own["points_quotient"] += "/1"
        else:
            own["points_quotient"] = "inf" if scored > 0 else "-inf" if scored < 0 else None
    return found


def meetings_points(group, results, rules):
    """Match points from the meetings among the group, or None when they have not all met alike."""
    p = rules.points
    given = {Fraction(1): p.win, Fraction(1, 2): p.draw, Fraction(0): p.loss}
    counts = {
        sum(opponent == b for opponent, _, _ in at_table(a, results))
        for a in group
        for b in group
        if a != b
    }
    if len(counts) != 1 or counts == {0}:
        return None
    return {
        a: sum(given[outcome] for b, outcome, _ in at_table(a, results) if b in group)
        for a in group
    }


def worth(criterion, value):
    """A value as something where more is better."""
    if criterion == "lot":
        return -int(value, 16)
    if criterion == "fewest_baits":
        return -value
    if criterion == "points_quotient":
        if value is None:
            return (0, 0)
        if value in ("inf", "-inf"):
            return (3, 0) if value == "inf" else (1, 0)
        return (2, Fraction(value))
    return value


def slow_standings(entries, results, adjustments, rules):
    """[(entry, rank, head-to-head, decided_by)], by recursion over tied groups."""
    found = all_figures(entries, results, adjustments, rules)
    heads = dict.fromkeys(entries)
    breaks = [str(one) for one in rules.tie_breaks]

    def resolve(group, left):
        """The group as a list of tied parts, and what decides between neighbours."""
        if len(group) == 1 or not left:
            return [sorted(group)], []
        criterion = left[0]
        if criterion == "head_to_head":
            value = meetings_points(group, results, rules)
            for entry in group:
                heads[entry] = value and value[entry]
        else:
            value = {entry: worth(criterion, found[entry][criterion]) for entry in group}
        if value is None or len(set(value.values())) == 1:
            return resolve(group, left[1:])
        then = breaks if rules.tie_mode == "restart" else left[1:]
        parts, reasons = [], []
        for level in sorted(set(value.values()), reverse=True):
            if parts:
                reasons.append(criterion)
            inner, why = resolve([e for e in group if value[e] == level], then)
            parts += inner
            reasons += why
        return parts, reasons

    if not entries:
        return [], found, heads
    parts, reasons = resolve(list(entries), [str(rules.rank_by), *breaks])
    placed = []
    for part, why in zip(parts, [*reasons, None], strict=True):
        rank = len(placed) + 1
        placed += [(entry, rank, why if entry == part[-1] else None) for entry in part]
    return placed, found, heads
