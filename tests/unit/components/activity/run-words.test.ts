import { describe, expect, test } from "vitest";
import { momentText, runState, runTitle } from "@/components/activity/run-words";
import type { ActivityRun } from "@/lib/contracts/activity";

const run = (part: Partial<ActivityRun>, created: number[] = []): ActivityRun => ({
  ...{ id: "1", kind: "posted", at: "2026-11-26T15:26:00.000Z", who: "nina", deposits: 4 },
  totals: [],
  created: { deposit_ids: created, totals: [], from: null, to: null, banks: [], closed: 0 },
  ...{ linked: 0, underway: 0, unposted: [], undone: 0 },
  ...part,
});

test("a run is named by what it did and how much", () => {
  expect(runTitle(run({}))).toBe("Posted 4 deposits");
  expect(runTitle(run({ kind: "matched", deposits: 1 }))).toBe("Matched 1 deposit");
});

test.each([
  ["nothing to tell while all is as it was left", run({}, [1, 2, 3, 4]), []],
  ["all undone", run({ undone: 4 }), ["all undone since"]],
  [
    "what is linked, not posted and undone",
    run({ linked: 1, unposted: [4], undone: 1 }, [1]),
    ["1 linked", "1 not posted", "1 undone since"],
  ],
  ["what is on its way is not stuck", run({ unposted: [3, 4], underway: 2 }, [1, 2]), []],
  ["matched, all posted", run({ kind: "matched", linked: 1 }, [1, 2, 3]), ["all posted since"]],
  [
    "matched, partly posted",
    run({ kind: "matched", unposted: [4] }, [1, 2, 3]),
    ["3 posted since"],
  ],
])("%s", (_, of, parts) => {
  expect(runState(of)).toEqual(parts);
});

describe("the moment of a run", () => {
  const format = { dateFormat: "DD-MM-YYYY", timeZone: "Pacific/Auckland" } as const;
  const now = new Date("2026-11-26T10:00:00Z");

  test("is today's, yesterday's or another day's, in the reader's zone", () => {
    expect(momentText("2026-11-25T12:30:00.000Z", now, format)).toBe("Today 01:30");
    expect(momentText("2026-11-25T10:30:00.000Z", now, format)).toBe("Yesterday 23:30");
    expect(momentText("2026-11-20T10:30:00.000Z", now, format)).toMatch(/20.* 23:30$/);
  });
});
