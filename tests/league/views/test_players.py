"""One person at a time."""

from django.urls import reverse

from league.models import AuditEntry, Player


def test_organizer_adds_a_person(club, organizer, client_of):
    url = reverse("player_new", args=[club.slug])
    answer = client_of(organizer).post(url, {"name": "  Mairi   NicNèill "})
    assert answer.status_code == 302
    assert Player.objects.get(club=club).name == "Mairi NicNèill"


def test_name_that_is_there_is_asked_about_and_may_be_another_person(
    club, organizer, client_of, make_player
):
    make_player("Anne MacNeil")
    browser, url = client_of(organizer), reverse("player_new", args=[club.slug])
    page = browser.post(url, {"name": "anne macneil"})
    assert page.status_code == 422
    assert "Anne MacNeil".lower() in page.content.decode()
    assert "Tick the box if this is another person" in page.content.decode()
    assert Player.objects.count() == 1
    browser.post(url, {"name": "Anne MacNeil", "another": "on"})
    assert Player.objects.count() == 2


def test_bad_name_is_said_on_its_field_with_what_was_typed(club, organizer, client_of):
    page = client_of(organizer).post(reverse("player_new", args=[club.slug]), {"name": "z" * 101})
    assert page.status_code == 422
    assert "This name has 101 letters; 100 is the most." in page.content.decode()
    assert "z" * 101 in page.content.decode()


def test_new_name_is_kept_and_everything_that_shows_it_is_out_of_date(
    organizer, client_of, make_competition
):
    competition = make_competition(entries=2)
    bystander = make_competition(entries=2)
    player = competition.entries.first().partnership.first
    client_of(organizer).post(reverse("player_edit", args=[player.pk]), {"name": "Anna MacNeil"})
    player.refresh_from_db()
    before, untouched = competition.version, bystander.version
    competition.refresh_from_db()
    bystander.refresh_from_db()
    assert player.name == "Anna MacNeil"
    assert competition.version > before
    assert bystander.version == untouched
    assert AuditEntry.objects.get(verb="rename_player").subject == f"player:{player.pk}"


def test_person_added_by_mistake_is_taken_off_after_a_question(organizer, client_of, make_player):
    player, browser = make_player(), client_of(organizer)
    url = reverse("player_remove", args=[player.pk])
    assert "Type its name" in browser.get(url).content.decode()
    assert browser.post(url, {"typed": "somebody else"}).status_code == 422
    assert Player.objects.exists()
    browser.post(url, {"typed": player.name})
    assert not Player.objects.exists()
    assert AuditEntry.objects.get().verb == "remove_player"


def test_person_with_a_partner_stays_in_the_book(organizer, client_of, make_partnership):
    player = make_partnership().first
    page = client_of(organizer).post(
        reverse("player_remove", args=[player.pk]), {"typed": player.name}
    )
    assert page.status_code == 422
    assert "stays in the book" in page.content.decode()
    assert Player.objects.filter(pk=player.pk).exists()
    assert not AuditEntry.objects.exists()
