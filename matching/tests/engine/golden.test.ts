import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { toDecimal } from "@/lib/money";
import { Dialect } from "@/lib/tables/dialect";
import { toDeposit, toHistoryEntry, toInvoice, toPayment } from "@/matching/command/wire";
import type { MatchResult } from "@/matching/engine/contract";
import { match } from "@/matching/engine/match";

/** Cases by topic, one record per line: kept in this form by hand, so the formatter skips the folder. */
const folder = new URL("./golden/", import.meta.url);

const reasons = z.record(z.string(), z.string()).optional();
const goldenCase = z.strictObject({
  name: z.string(),
  algorithm: z.enum(["smart", "exact", "fuzzy"]).default("smart"),
  deposits: z.array(z.unknown()),
  payments: z.array(z.unknown()),
  history: z.array(z.unknown()).default([]),
  invoices: z.array(z.unknown()).default([]),
  matches: z.array(
    z.strictObject({
      line_ids: z.array(z.string()),
      payment_ids: z.array(z.string()),
      decision: z.string(),
      kind: z.string().optional(),
      difference: z.string().optional(),
      /** Texts that have to be among the evidence. */
      evidence: z.array(z.string()).optional(),
    }),
  ),
  invoice_matches: z
    .array(
      z.strictObject({
        line_ids: z.array(z.string()),
        invoice_ids: z.array(z.string()),
        difference: z.string().optional(),
        evidence: z.array(z.string()).optional(),
      }),
    )
    .optional(),
  /** By line or deposit, the least and the greatest probability in percent. */
  not_in_books: z.record(z.string(), z.tuple([z.number(), z.number()])).optional(),
  /** By line, the payments it could be, best first. */
  candidates: z.record(z.string(), z.array(z.string())).optional(),
  unmatched: z.strictObject({ deposits: reasons, lines: reasons, payments: reasons }).optional(),
});

for (const file of readdirSync(folder).sort()) {
  const cases = z.array(goldenCase).parse(JSON.parse(readFileSync(new URL(file, folder), "utf8")));
  describe(file, () => {
    for (const golden of cases) it(golden.name, () => expectGolden(golden));
  });
}

/** The golden files name no currency and write amounts and dates in one way. */
const dialect = new Dialect({
  currency: { given: "USD", otherwise: "USD" },
  decimalSignOption: "--decimal-sign",
});

function expectGolden(golden: z.infer<typeof goldenCase>): void {
  const result = match(
    golden.deposits.map((row) => toDeposit(row, dialect)),
    golden.payments.map((row) => toPayment(row, dialect)),
    {
      algorithm: golden.algorithm,
      history: golden.history.map((row) => toHistoryEntry(row, dialect)),
      invoices: golden.invoices.map((row) => toInvoice(row, dialect)),
    },
  );
  const found = result.matches.map((one) => ({
    line_ids: one.lineIds,
    payment_ids: one.paymentIds,
    decision: one.decision,
    kind: one.kind,
    difference: toDecimal(one.difference, one.currency),
    evidence: one.evidence.map((piece) => piece.text),
  }));
  const expected = golden.matches.map(({ evidence, ...rest }) => ({
    ...rest,
    ...(evidence ? { evidence: expect.arrayContaining(evidence) } : {}),
  }));
  expect(found).toMatchObject(expected);
  expect(found).toHaveLength(expected.length);
  for (const side of ["deposits", "lines", "payments"] as const) {
    const wanted = golden.unmatched?.[side];
    if (!wanted) continue;
    const open = result.unmatched[side].map(({ id, reason }) => [id, reason]);
    expect(Object.fromEntries(open)).toEqual(wanted);
  }
  if (golden.invoice_matches) expectInvoices(golden, result);
  const open = [...result.unmatched.lines, ...result.unmatched.deposits];
  for (const [id, [least, most]] of Object.entries(golden.not_in_books ?? {})) {
    const percent = (open.find((one) => one.id === id)?.notInBooks ?? Number.NaN) * 100;
    expect(percent).toBeGreaterThanOrEqual(least);
    expect(percent).toBeLessThanOrEqual(most);
  }
  for (const [id, payments] of Object.entries(golden.candidates ?? {})) {
    const found = open.find((one) => one.id === id)?.candidates ?? [];
    expect(found.flatMap(({ paymentIds }) => paymentIds)).toEqual(payments);
  }
}

function expectInvoices(
  { invoice_matches: wanted = [] }: z.infer<typeof goldenCase>,
  { invoiceMatches }: MatchResult,
): void {
  const found = invoiceMatches.map((one) => ({
    line_ids: one.lineIds,
    invoice_ids: one.invoiceIds,
    difference: toDecimal(one.difference, one.currency),
    evidence: one.evidence.map((piece) => piece.text),
  }));
  const expected = wanted.map(({ evidence, ...rest }) => ({
    ...rest,
    ...(evidence ? { evidence: expect.arrayContaining(evidence) } : {}),
  }));
  expect(found).toMatchObject(expected);
  expect(found).toHaveLength(expected.length);
  for (const { decision } of invoiceMatches) expect(decision).toBe("suggested");
}
