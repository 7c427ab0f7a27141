import { describe, expect, test } from "vitest";
import { daysBetween } from "@/lib/dates";
import {
  keepRecorded,
  loseNames,
  losePayments,
  loseReferences,
  loseSales,
  overlay,
  recordedIds,
  stretchLags,
} from "@/matching/bench/degrade";
import { generate } from "@/matching/bench/generate";
import type { Dataset } from "@/matching/bench/model";
import { levelText, plotCurves } from "@/matching/bench/report/plot-curves";

const DATASET = generate({ shape: "invoices", lines: 300, seed: 7 });

const linesOf = ({ deposits }: Dataset) => deposits.flatMap(({ lines = [] }) => lines);
const namedLines = (dataset: Dataset) =>
  linesOf(dataset).flatMap(({ id, entity }) => (entity === undefined ? [] : [id]));
const lagsOf = ({ deposits, payments, truth }: Dataset) => {
  const dates = new Map(
    [...linesOf({ deposits, payments, truth }), ...payments].map(({ id, date }) => [id, date]),
  );
  return truth.groups.map(({ lineIds, paymentIds }) =>
    daysBetween(dates.get(lineIds[0] ?? "") ?? "", dates.get(paymentIds[0] ?? "") ?? ""),
  );
};

test.each([
  ["names", loseNames],
  ["references", loseReferences],
  ["payments", losePayments],
  ["sales", loseSales],
])("%s: nothing is lost at zero, and more at a larger share", (_, lose) => {
  const before = structuredClone(DATASET);
  expect(lose(DATASET, 0)).toEqual(DATASET);
  expect(lose(DATASET, 0.5)).toEqual(lose(DATASET, 0.5));
  expect(lose(DATASET, 0.5)).not.toEqual(DATASET);
  expect(DATASET).toEqual(before);
});

describe("sales", () => {
  test("are lost as a whole: no payment of a lost one stays", () => {
    const { payments, truth } = loseSales(DATASET, 0.4);
    const left = new Set(payments.map(({ id }) => id));
    const kept = new Set(truth.groups.map(({ lineIds }) => lineIds.join()));
    expect(kept.size).toBeLessThan(DATASET.truth.groups.length);
    for (const { lineIds, paymentIds } of DATASET.truth.groups) {
      expect(paymentIds.map((id) => left.has(id))).toEqual(
        paymentIds.map(() => kept.has(lineIds.join())),
      );
    }
  });

  test("in complete books every charge has its payment", () => {
    const complete = keepRecorded(DATASET);
    const recorded = recordedIds(complete);
    const charges = linesOf(complete).filter(({ type }) => type === "charge");
    expect(charges.every(({ id }) => recorded.has(id))).toBe(true);
    expect(charges.length).toBeLessThan(linesOf(DATASET).length);
    expect(charges.length).toBeGreaterThan(0);
  });
});

describe("names", () => {
  test("a larger share hits what a smaller one hits", () => {
    const [few, many] = [0.3, 0.6].map((share) => namedLines(loseNames(DATASET, share)));
    expect(many?.length).toBeLessThan(few?.length ?? 0);
    expect(few).toEqual(expect.arrayContaining(many ?? []));
  });

  test("no name, address or profile stays, and no memo that mentions one", () => {
    const { deposits, payments, truth } = loseNames(DATASET, 1);
    const lines = linesOf({ deposits, payments, truth });
    expect(lines.every((line) => !line.entity && !line.email && !line.customer)).toBe(true);
    expect(payments.every((each) => !each.customerName && !each.email)).toBe(true);
    const told = DATASET.payments.filter(({ note }) => note?.startsWith("Payment "));
    expect(told.length).toBeGreaterThan(0);
    const notes = new Map(payments.map(({ id, note }) => [id, note]));
    for (const { id } of told) expect(notes.get(id)).toBe("");
    expect([...truth.paymentFacts.values()].some((facts) => facts.showsCustomer)).toBe(false);
  });
});

test("references vanish from fields and texts", () => {
  const degraded = loseReferences(DATASET, 1);
  expect(linesOf(degraded).every(({ reference }) => reference === undefined)).toBe(true);
  const texts = [
    ...linesOf(degraded).map(({ description = "" }) => description),
    ...degraded.payments.map(({ note = "" }) => note),
  ];
  expect(texts.filter((text) => /\d/.test(text))).toEqual([]);
  expect(texts).toContain("Payment for Invoice");
});

test("a group that lacks a payment is no truth any more", () => {
  const { payments, truth } = losePayments(DATASET, 0.2);
  const ids = new Set(payments.map(({ id }) => id));
  expect(payments.length / DATASET.payments.length).toBeCloseTo(0.8, 1);
  expect(truth.groups.every((group) => group.paymentIds.every((id) => ids.has(id)))).toBe(true);
  expect(truth.groups.length).toBeLessThan(DATASET.truth.groups.length);
});

test("lags are multiplied, other payments stay", () => {
  const stretched = stretchLags(DATASET, 4);
  expect(lagsOf(stretched)).toEqual(lagsOf(DATASET).map((lag) => lag * 4));
  const matched = new Set(DATASET.truth.groups.flatMap(({ paymentIds }) => paymentIds));
  const others = ({ payments }: Dataset) => payments.filter(({ id }) => !matched.has(id));
  expect(others(stretched)).toEqual(others(DATASET));
});

test("businesses in one ledger keep their customers and numbers apart", () => {
  const parts = ["", "1-"].map((prefix) =>
    generate({ shape: "invoices", lines: 150, seed: 7, prefix }),
  );
  const { deposits, payments, truth } = overlay(parts);
  expect(payments).toHaveLength((parts[0]?.payments.length ?? 0) * 2);
  expect(new Set(deposits.map(({ id }) => id)).size).toBe(deposits.length);
  const facts = (id: string) => truth.lineFacts.get(id);
  for (const line of linesOf({ deposits, payments, truth })) {
    if (!line.id.startsWith("1-")) continue;
    const twin = facts(line.id.slice(2));
    const own = facts(line.id);
    if (twin?.customer != null) expect(own?.customer).not.toBe(twin.customer);
    for (const number of own?.references.filter((each) => each.startsWith("INV-")) ?? []) {
      expect(twin?.references).not.toContain(number);
      expect(line.reference).toContain(number);
    }
  }
});

test("a plot has a labelled panel per knob and no value outside its axes", () => {
  const points = [1, 2, 4].map((level) => {
    const figures = { autoPrecision: 1, autoPrecisionInBooks: 1, wrong: 0, wrongInBooks: 0 };
    return { level, postable: 10, f1: 1 / level, untouched: 0, ...figures };
  });
  const svg = plotCurves({
    shape: "shop",
    curves: [{ knob: "lag of payments", unit: "factor", points }],
  });
  expect(svg).toContain(">lag of payments</text>");
  expect(svg).toContain(">×4</text>");
  expect(svg).toContain("prefers-color-scheme: dark");
  expect(svg).not.toMatch(/NaN|undefined/);
  expect(levelText(0.25, "share")).toBe("25 %");
});
