"""The facts of the league. What can be computed from them is not stored (see `league.queries`)."""

from league.models.adjustments import Adjustment
from league.models.audit import AuditChain, AuditEntry, AuditText, LoggedRow
from league.models.boards import Board
from league.models.claims import Claim
from league.models.clubs import Club, Role
from league.models.competitions import Competition
from league.models.deletions import Deletion
from league.models.disputes import Dispute
from league.models.entries import Entrant, Entry
from league.models.games import Game, Seating
from league.models.hands import Hand, HandRun, HandSet
from league.models.invitations import Invitation
from league.models.links import Actor, TableLink, account_of
from league.models.matches import Lineup, Match
from league.models.merges import Merge
from league.models.partnerships import Partnership
from league.models.players import Player, read_by
from league.models.rounds import Bye, Round
from league.models.rulings import Ruling
from league.models.second_sheets import SecondSheet
from league.models.sent_hands import SentHand
from league.models.stages import Division, DivisionEntry, Stage
from league.models.users import User

__all__ = [
    "Actor",
    "Adjustment",
    "AuditChain",
    "AuditEntry",
    "AuditText",
    "Board",
    "Bye",
    "Claim",
    "Club",
    "Competition",
    "Deletion",
    "Dispute",
    "Division",
    "DivisionEntry",
    "Entrant",
    "Entry",
    "Game",
    "Hand",
    "HandRun",
    "HandSet",
    "Invitation",
    "Lineup",
    "LoggedRow",
    "Match",
    "Merge",
    "Partnership",
    "Player",
    "Role",
    "Round",
    "Ruling",
    "Seating",
    "SecondSheet",
    "SentHand",
    "Stage",
    "TableLink",
    "User",
    "account_of",
    "read_by",
]
