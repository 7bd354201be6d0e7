"""The games that bots are tested in: every one, for each number of players, and options that change what is asked."""

from typing import Final, NamedTuple

from referee.rules.engine import Variant
from referee.rules.games import build, names, parse_option, spec

OPTIONS: Final = (
    ("tressette", 4, "deck=piemontese36 lay_down=provable accuse=ask"),
    ("tressette", 4, "partners=by_coins redeal=below_one,at_most_one,three_sevens hands=3"),
    ("tressette", 4, "accuse=ask accuse_told=on_request talk=full"),
    ("tressette", 4, "target=11 end=claim_on_lead accuse_when=until_third accuse=ask accuse_told=kind"),
    ("tressette", 4, "target=11 end=immediate"),
    ("in-due", 2, "accuse=ask accuse_window=on_draw lay_down=exact"),
    ("in-due", 2, "deck=piemontese36 accuse_window=dealt_only"),
    ("pizzichino", 2, "pizzichi=false accuse=ask hands=2"),
    ("tocca", 3, "lone=each_hand accuse=ask"),
    ("terziglio", 3, "score=race lead=soloist"),
    ("chiamata-del-tre", 4, "callable=no_ace target=21"),
    ("mediatore", 4, "callable=any"),
    ("quintiglio", 5, "callable=honours"),
    ("rovescino", 2, "two_player=all"),
    ("rovescino", 4, "teams=pairs target=31"),
    ("traversone", 6, "leftover=monte target=41 end_mode=elimination"),
    ("ciapano", 3, "passing=dealer"),
)
"""Games with options."""


class Case(NamedTuple):
    """A game, the number of players, and a preset or options as on the command line."""

    name: str
    players: int
    terms: str = "contest"

    def __str__(self) -> str:
        return f"{self.name}-{self.players}-{self.terms}"

    def variant(self) -> Variant:
        """Return the game, built."""
        if "=" not in self.terms:
            return build(self.name, {}, self.players, self.terms)
        given = dict(parse_option(spec(self.name), term) for term in self.terms.split())
        return build(self.name, given, self.players)


GAMES: Final = [
    *(
        Case(name, players, preset)
        for name in names()
        for players in spec(name).seats
        for preset in ("contest", *spec(name).presets)
    ),
    *(Case(*each) for each in OPTIONS),
]
"""All of them."""
