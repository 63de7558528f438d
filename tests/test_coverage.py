"""Which lines and branches of the rules no test reaches, in one process of CPython.

A short run measures what the quick tests reach; `--long` measures all of them, which reach all.
"""

from __future__ import annotations

import json

import pytest

from tests.support.reach import Reach, measured, quick, whole

LEAST_QUICKLY = 96  # percent


def missed(reach: Reach) -> str:
    return f"{reach.percent:.2f} %\n{json.dumps(reach.missed, indent=1)}"


def test_the_quick_tests_reach_nearly_everything() -> None:
    reach = measured(quick())
    print(missed(reach))  # noqa: T201 - with -s
    assert reach.percent >= LEAST_QUICKLY, missed(reach)


@pytest.mark.long
def test_everything_is_reached() -> None:
    reach = measured(whole())
    assert reach.percent == 100, missed(reach)
    assert reach.missed == {}
