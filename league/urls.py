"""Every address of the site, in one list."""

from django.urls import URLPattern, URLResolver, include, path

from league.views import (
    carry_on,
    club_pages,
    clubs,
    competition_pages,
    home,
    partnership_pages,
    partnerships,
    people,
    player_pages,
    players,
    prints,
    roles,
    schedule,
    sign_in_links,
    standings,
    welcome,
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("accounts/", include("allauth.urls")),
    # people
    path("welcome/", welcome.welcome, name="welcome"),
    path("clubs/", clubs.clubs, name="clubs"),
    path("clubs/new/", clubs.club_new, name="club_new"),
    path("clubs/<slug:slug>/edit/", clubs.club_edit, name="club_edit"),
    path("clubs/<slug:slug>/people/", people.people, name="people"),
    path("clubs/<slug:slug>/people/paste/", people.people_paste, name="people_paste"),
    path("clubs/<slug:slug>/players/new/", players.player_new, name="player_new"),
    path("players/<int:pk>/edit/", players.player_edit, name="player_edit"),
    path(
        "clubs/<slug:slug>/partnerships/new/",
        partnerships.partnership_new,
        name="partnership_new",
    ),
    path("clubs/<slug:slug>/roles/", roles.roles, name="roles"),
    path("roles/<int:pk>/edit/", roles.role_edit, name="role_edit"),
    path("roles/<int:pk>/take/", roles.role_take, name="role_take"),
    path("roles/<int:pk>/link/", roles.role_link, name="role_link"),
    path("sign-in-link/<str:token>/", sign_in_links.sign_in_link, name="sign_in_link"),
    path("carry-on/", carry_on.carry_on, name="carry_on"),
    # reading
    path("", home.home, name="home"),
    path("clubs/<slug:slug>/", club_pages.club, name="club"),
    path("competitions/<int:pk>/", competition_pages.competition, name="competition"),
    path("competitions/<int:pk>/standings/", standings.standings, name="standings"),
    path("competitions/<int:pk>/schedule/", schedule.schedule, name="schedule"),
    path("competitions/<int:pk>/entries/", competition_pages.entries, name="entries"),
    path("players/<int:pk>/", player_pages.player, name="player"),
    path("partnerships/<int:pk>/", partnership_pages.partnership, name="partnership"),
    path("print/sheet/", prints.print_blank, name="print_blank"),
    path("matches/<int:pk>/print/", prints.print_match, name="print_match"),
    path("rounds/<int:pk>/print/tables/", prints.print_tables, name="print_tables"),
    path("rounds/<int:pk>/print/names/", prints.print_names, name="print_names"),
    path("rounds/<int:pk>/print/sheets/", prints.print_sheets, name="print_sheets"),
    path(
        "competitions/<int:pk>/print/standings/", prints.print_standings, name="print_standings"
    ),
]
