"""Which tests to try on a change, and in which order."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tests.support.mutants import Mutant
    from tests.support.reach import Reach

FEW = 3  # tests of each function that are tried before the whole of it
GROUPS = (1, 3, 100)  # so many files of tests at a time, the quickest first
SECONDS = 6.0  # that the first tests of a change may take, as far as is known
LOOKING = ("tests/test_shapes_golden.py",)  # at the types of the rules: no line of theirs is run
APPROVED = tuple(f"tests/test_{name}_golden.py" for name in ("answers", "views", "refusals"))
AGAIN = 4  # of the tests that noticed the last changes of the same place


class Groups(NamedTuple):
    """Tests, by what one import of their files tries at a time."""

    few: list[list[str]]
    rest: list[str]


class Order:
    """Knows what reaches each line, and remembers what noticed the changes tried before."""

    def __init__(self, reach: Reach) -> None:
        self.reach = reach
        self.noticing: dict[str, dict[str, None]] = defaultdict(dict)

    def noticed(self, mutant: Mutant, test: str) -> None:
        """Remember it: other changes of the same place are often noticed by the same test."""
        for place in (f"{mutant.path} {mutant.where}", str(mutant.path)):
            self.noticing[place].pop(test, None)
            self.noticing[place][test] = None

    def imported(self, mutant: Mutant) -> bool:
        """Tell whether an import runs the changed line, as far as is known."""
        named = self.reach.tests(mutant.path).get(mutant.line, ())
        return not named or any("::" not in each for each in named)

    def groups(self, mutant: Mutant | None) -> Groups:
        """List the tests that know a changed line; without any change, some of all.

        First those that noticed its neighbours, and those that look at what an import makes; then a
        few of each function that reaches it, file by file, the quickest first; the rest is all the
        other tests of those files: one may see what another has prepared. Of these, those that
        compare all that is answered with what was approved come first: little escapes them.
        """
        seconds = self.reach.seconds
        if mutant is None:
            return Groups([list(seconds)[::20]], [])
        lines = self.reach.tests(mutant.path)
        named = set(lines.get(mutant.line, ()))
        known = named & set(seconds)
        if not known:  # run by an import alone: that of the rules, or of a file of tests
            known = {each for tests in lines.values() for each in tests} & set(seconds)
        known |= {each for each in seconds if each.split("::")[0] in named}
        known = known or set(seconds)
        looking = [each for each in seconds if each.startswith(LOOKING) and self.imported(mutant)]
        known |= set(looking)
        tried = self._few(known)
        again: list[str] = []
        for place in (f"{mutant.path} {mutant.where}", str(mutant.path)):
            again += [each for each in reversed(self.noticing[place]) if each in known]
        made = [list(dict.fromkeys(again))[:AGAIN], looking]
        files = list(tried)
        for size in GROUPS:
            made.append([test for file in files[:size] for test in tried[file]])
            files = files[size:]
        left = SECONDS
        few = [[test for test in each if (left := left - seconds[test]) > 0] for each in made]
        done = {test for group in few for test in group}
        # What a module runs when it is imported serves all tests, whichever of them imported it.
        served = set(tried) if mutant.where else {each.split("::")[0] for each in seconds}
        rest = [each for each in seconds if each.split("::")[0] in served and each not in done]
        cost = {file: rank for rank, file in enumerate([*tried, *sorted(served - set(tried))])}
        rest.sort(
            key=lambda each: (
                each not in known,
                not each.startswith(APPROVED),
                cost[each.split("::")[0]],
            )
        )
        return Groups([group for group in few if group] or [rest], rest if done else [])

    def _few(self, known: set[str]) -> dict[str, list[str]]:
        """Choose a few tests of each function, by file, in the order in which to try them."""
        seconds = self.reach.seconds
        functions: dict[str, list[str]] = {}
        for test in sorted(known, key=lambda each: seconds[each]):
            functions.setdefault(test.split("[")[0], []).append(test)
        cost: dict[str, float] = {}
        tried: dict[str, list[str]] = {}
        for name, tests in functions.items():
            file = name.split("::")[0]
            # The quickest, and one from the midst: they seldom go the same way.
            chosen = {*tests[: FEW - 1], tests[len(tests) // 2]}
            tried.setdefault(file, []).extend(chosen)
            cost[file] = cost.get(file, 0.2) + sum(seconds[each] for each in chosen)
        place = {test: rank for rank, test in enumerate(seconds)}
        return {
            file: sorted(tried[file], key=lambda test: place.get(test, 0))
            for file in sorted(tried, key=lambda file: cost[file])
        }
