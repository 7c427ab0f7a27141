import { expect, test } from "vitest";
import type { PlantedCompany } from "@/bench/load/books";
import { readOptions } from "@/bench/load/options";
import { thirds } from "@/bench/load/report";
import { KINDS } from "@/bench/load/traffic/kinds";
import { planTraffic } from "@/bench/load/traffic/plan";

const companies = Array.from(
  { length: 6 },
  (_, index): PlantedCompany => ({
    companyId: `company-${index}`,
    token: `token-${index}`,
    pending: [1, 2, 3].map((id) => index * 100 + id),
    suggested: [11, 12, 13].map((id) => index * 100 + id),
    deposits: [1, 2, 3, 11, 12, 13].map((id) => index * 100 + id),
  }),
);
const connected = { stripeSyncs: ["s"], quickBooksSyncs: ["q"] };

test("rounds share out what can be decided once, completely and without overlap", () => {
  const plans = [0, 1].map((round) => planTraffic(companies, connected, { round, rounds: 2 }));
  const decided = plans.flatMap(({ autoMatches, matchRuns, confirms }) => [
    ...autoMatches.map(({ depositId }) => depositId),
    ...matchRuns.flatMap(({ depositIds }) => depositIds),
    ...confirms.map(({ depositId }) => depositId),
  ]);
  expect(new Set(decided).size).toBe(decided.length);
  const pending = companies.flatMap((company) => company.pending);
  expect(decided.filter((id) => pending.includes(id)).sort()).toEqual([...pending].sort());
});

test("no company matches in bulk and one by one", () => {
  const { autoMatches, matchRuns } = planTraffic(companies, connected, { round: 0, rounds: 1 });
  const inBulk = matchRuns.map(({ token }) => token);
  expect(inBulk.length).toBeGreaterThan(0);
  expect(autoMatches.filter(({ token }) => inBulk.includes(token))).toEqual([]);
});

test("each kind is asked for until there is nothing left of it", () => {
  expect(KINDS.reduce((sum, { share }) => sum + share, 0)).toBe(100);
  const plan = planTraffic(companies, connected, { round: 0, rounds: 1 });
  const confirm = KINDS.find(({ name }) => name === "confirm a suggestion");
  const asked = plan.confirms.map(({ depositId }) => ({ deposit_id: depositId }));
  const bodies = asked.map(() => confirm?.next(plan, (below) => below - 1)?.body);
  expect(bodies).toHaveLength(9);
  expect(bodies).toEqual(expect.arrayContaining(asked));
  expect(confirm?.next(plan, () => 0)).toBeUndefined();
});

test("only a run at full size is written down", () => {
  expect(readOptions([]).write).toBe(true);
  expect(readOptions(["--no-write"]).write).toBe(false);
  expect(readOptions(["--companies", "5"])).toMatchObject({
    companies: 5,
    deposits: 500,
    write: false,
  });
  expect(readOptions(["--webs", "1"])).toMatchObject({ webs: [1], write: false });
  expect(() => readOptions(["--seconds", "0"])).toThrow(
    "--seconds must be a whole number above 0.",
  );
  expect(() => readOptions(["--deposits", "9"])).toThrow("--deposits must be at least 10.");
});

test("growth is from the first third to the last", () => {
  expect(thirds([1, 3, 5, 5, 8, 10])).toEqual({ first: 2, last: 9 });
});
