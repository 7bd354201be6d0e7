"""Records to test with: the cases, and games made from a seed."""

from collections.abc import Iterable
from pathlib import Path

import msgspec

from referee.records.format.from_game import Circumstances, record_of
from referee.records.format.record import ActionRecord, FaultRecord, PlayerRecord, Record, Remarks
from referee.rules.deals import SeededDeals, bot_seed, game_seed
from referee.rules.decision import text_of
from referee.rules.engine import Game
from referee.rules.games import build

CASES = Path(__file__).parents[1] / "cases"
SEED = game_seed("samples", 0)
POLICY: dict[str, str | int | bool | None] = {"timeout": "substitute", "illegal": "replace", "max_substitutes": 3}


def circumstances(game: str = "0/0", seed: str = SEED, seats: int = 4) -> Circumstances:
    players = tuple(
        PlayerRecord(name=f"bot{seat}", version="1.0", bot=f"b{seat}", seed=bot_seed(seed, 0, seat))
        for seat in range(seats)
    )
    return Circumstances(
        game=game,
        seed=seed,
        deal=0,
        table=0,
        players=players,
        clock={"move_ms": 1000, "kind": "wall"},
        policy=POLICY,
        sandbox="none",
        referee="0.1.0",
        started="2026-11-29T21:00:00Z",
    )


def fault(action: int, seat: int, kind: str, consequence: str, hand: int = 0) -> FaultRecord:
    fields = {"hand": hand, "attempt": 0, "action": action, "seat": seat, "fault": kind, "clause": "P4"}
    return msgspec.convert({**fields, "consequence": consequence, "evidence": {"allowed_ms": 1000}}, FaultRecord)


def sample(
    name: str = "tressette",
    rules: dict[str, object] | None = None,
    faults: Iterable[FaultRecord] = (),
    stop: int | None = None,
    game_id: str = "0/0",
    seed: str = SEED,
    remarks: dict[int, Remarks] | None = None,
) -> Record:
    """A game in which every seat plays its last legal action, but where the referee plays for it; `stop` is the number
    of actions after which the last fault ends it.
    """
    faults = list(faults)
    game = Game(build(name, rules or {}), SeededDeals(seed))
    actions: list[list[ActionRecord]] = [[]]
    replaced: set[int] = set()
    substituted = {each.action for each in faults if each.consequence == "substitute"}
    while game.decision and len(actions[0]) != stop:
        decision, index = game.decision, len(actions[-1])
        replaced |= {each.seat for each in faults if each.consequence == "replace" and each.action == index}
        by_referee = index in substituted or decision.seat in replaced
        action = decision.first() if by_referee else decision.actions()[-1]
        said = Remarks(by="referee") if by_referee else (remarks or {}).get(index)
        actions[-1].append(ActionRecord(decision.place, text_of(action), 7, said))
        game.act(action, said.sayings() if said else ())
        while len(actions) < len(game.hands):
            actions.append([])
    if faults and faults[-1].consequence == "forfeit":
        game.forfeit(faults[-1].seat)
    voided = bool(faults) and faults[-1].consequence == "void"
    return record_of(game, actions, circumstances(game_id, seed, game.variant.seats), faults, not voided)
