import { expect, test } from "vitest";
import { idleState } from "@/components/shell/use-idle";

const FIFTEEN = 15 * 60_000;
const START = 1_700_000_000_000;
const after = (ms: number) => idleState(START, START + ms, FIFTEEN);

test.each([
  [0, { phase: "active", warnInMs: 14 * 60_000 }],
  [14 * 60_000 - 1, { phase: "active", warnInMs: 1 }],
  [14 * 60_000, { phase: "warning", secondsLeft: 60 }],
  [FIFTEEN - 1_500, { phase: "warning", secondsLeft: 2 }],
  [FIFTEEN - 1, { phase: "warning", secondsLeft: 1 }],
  [FIFTEEN, { phase: "over" }],
  [8 * 3_600_000, { phase: "over" }],
])("%i ms without activity", (ms, state) => {
  expect(after(ms)).toEqual(state);
});

test("a clock set back ends nothing", () => {
  expect(after(-60_000)).toEqual({ phase: "active", warnInMs: FIFTEEN });
});
