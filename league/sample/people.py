"""The invented people of the sample league: three clubs, eight partnerships each.

Every name is made up from Cape Breton's mix of given names and family names; none is meant
to be anybody.
"""

CLUBS = [
    ("Bras d'Or Legion", "bras-dor-legion", "Bras d'Or"),
    ("Île Madame Social Club", "ile-madame", "Arichat"),
    ("Whitney Pier Hall", "whitney-pier-hall", "Sydney"),
]

PARTNERSHIPS = {
    "bras-dor-legion": [
        ("Morag Gillis", "Étienne Boudreau"),
        ("Rory MacLellan", "Tanis Paul"),
        ("Angus Petrie", "Huguette Samson"),
        ("Flora Nicholson", "Pat Aucoin"),
        ("Sorley MacEachern", "Joan Googoo"),
        ("Catrìona Beaton", "Duncan Rankin"),
        ("Hector Morrison", "Effie Ferguson"),
        ("Una MacAskill", "Basil Tutty"),
    ],
    "ile-madame": [
        ("Anselme Forgeron", "Yvette Landry"),
        ("Rosaire Marchand", "Odette Thériault"),
        ("Lucille Fougère", "Amédée Poirier"),
        ("Blanche Goyetche", "Wilfred Sampson"),
        ("Léonie Bouchard", "Clarence Britten"),
        ("Zita Latimer", "Thaddée David"),
        ("Évangéline Mombourquette", "Joe Terrio"),
        ("Placide Richard", "Muriel Stone"),
    ],
    "whitney-pier-hall": [
        ("Dolena Sawyer", "Sam Khattar"),
        ("Lena Kowalczyk", "Joe Bernard"),
        ("Winston Braithwaite", "Iris Crawford"),
        ("Halina Wadden", "Ossie Parris"),
        ("Kji-Sapatis Denny", "Agnes Sylliboy"),
        ("Nadia Abouhassan", "George Bezanson"),
        ("Ivo Marinelli", "Ruth Feldman"),
        ("Oksana Hutchinson", "Dan Alex Currie"),
    ],
}

# Nobody's password to keep: the demo says so on its first page and in the terminal.
PASSWORD = "fifty-with-the-bells"
ACCOUNTS = [
    # (e-mail, name, {club: role})
    ("owner@example.org", "Peigi Campbell", dict.fromkeys(PARTNERSHIPS, "owner")),
    ("organizer@example.org", "Alphonse Doucet", {"bras-dor-legion": "organizer"}),
    ("scorekeeper@example.org", "Marie Isaac", {"bras-dor-legion": "scorekeeper"}),
]
