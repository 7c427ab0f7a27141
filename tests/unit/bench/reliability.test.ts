import { describe, expect, test } from "vitest";
import { seeded } from "@/bench/random";
import { firstSyncText } from "@/bench/reliability/first-sync/main";
import { drawPoints, KILLS_PER_RUN, ORDER, postingPoints } from "@/bench/reliability/kill/points";
import { CALLS } from "@/bench/reliability/matrix/calls";
import { FAULTS, type Result } from "@/bench/reliability/matrix/faults";
import { matrixSummary, matrixTables, postingKillText } from "@/bench/reliability/report";
import { replaced } from "@/bench/report";

const [call] = CALLS;
const [fault] = FAULTS;
if (!call || !fault) throw new Error("there are calls and faults");

const result = (over: Partial<Result>): Result => ({
  call,
  fault,
  times: 1,
  same: true,
  fired: 1,
  actions: [],
  ...over,
});

describe("the fault matrix as text", () => {
  test("a cell shows the heaviest action, once and lasting", () => {
    const results = [
      result({}),
      result({ times: 6, actions: ["repeated the action", "reconnected"] }),
    ];
    expect(matrixTables(results)).toContain(`| ${fault.name} | · c |`);
    expect(matrixSummary(results)).toContain("2 cells, 2 ended in the same state, 0 did not.");
  });

  test("another outcome, and a fault that never happened, are failures", () => {
    const results = [result({ same: false }), result({ times: 6, fired: 0 })];
    expect(matrixTables(results)).toContain(`| ${fault.name} | ✗ |`);
    expect(matrixSummary(results)).toContain("2 cells, 0 ended in the same state, 2 did not.");
  });
});

test("the same seed kills at the same points, in every stage", () => {
  const points = drawPoints(seeded(5));
  expect(points).toHaveLength(KILLS_PER_RUN);
  expect(drawPoints(seeded(5))).toEqual(points);
  expect(drawPoints(seeded(6))).not.toEqual(points);
  expect([...new Set(points.map(({ stage }) => stage))]).toEqual(ORDER);
});

test("of kills while posting, each call is named once, and another end is said", () => {
  const kills = postingPoints("books in Xero");
  const run = { kills, same: true };
  const text = postingKillText([
    ["books in Xero", run],
    ["incomplete books in Xero", { ...run, same: false }],
  ]);
  expect(text).toContain("20 workers killed in 2 runs; 1 of 2 runs ended in the same state");
  expect(text).toContain("create spend money, create bank transfer | 10 | the same |");
  expect(text).toContain("| incomplete books in Xero | read payment in Xero, ");
  expect(text).toContain("| 10 | another |");
});

test("calls are counted in any window of a second, memory in thirds", () => {
  const at = [0, 900, 950, 1100, 1850, 3000];
  const memory = at.map((time) => ({ at: time, rss: 2 ** 20 * 100, heapUsed: 2 ** 20 * 40 }));
  const measured = { provider: "Stripe", seconds: 3, calls: at, limit: "25", stored: "2", memory };
  const text = firstSyncText([measured]);
  expect(text).toContain("| Stripe | 2 | 3 s | 6 | 2.0 | 4 | 25 |");
  expect(text).toContain("| Stripe | 100 (40) | 100 (40) | 100 (40) | 100 (40) |");
});

test("a section is replaced between its marks, and nothing else", () => {
  const document = "a\n<!-- kills: written by a command -->\nold\n<!-- end of kills -->\nz";
  const fresh = replaced(document, "kills", "new");
  expect(fresh).toMatch(/^a\n<!-- kills.*-->\n\nnew\n\n<!-- end of kills -->\nz$/);
  expect(() => replaced(document, "first sync", "new")).toThrow("no place");
});
