import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { toDeposit, toHistoryEntry, toPayment } from "@/cli/match/wire";
import { toDecimal } from "@/lib/money";
import { match } from "@/server/matching/match";

/** Cases by topic, one record per line: kept in this form by hand, so the formatter skips the folder. */
const folder = new URL("./golden/", import.meta.url);

const reasons = z.record(z.string(), z.string()).optional();
const goldenCase = z.strictObject({
  name: z.string(),
  algorithm: z.enum(["smart", "exact", "fuzzy"]).default("smart"),
  deposits: z.array(z.unknown()),
  payments: z.array(z.unknown()),
  history: z.array(z.unknown()).default([]),
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
  unmatched: z.strictObject({ deposits: reasons, lines: reasons, payments: reasons }).optional(),
});

for (const file of readdirSync(folder).sort()) {
  const cases = z.array(goldenCase).parse(JSON.parse(readFileSync(new URL(file, folder), "utf8")));
  describe(file, () => {
    for (const golden of cases) it(golden.name, () => expectGolden(golden));
  });
}

function expectGolden(golden: z.infer<typeof goldenCase>): void {
  const result = match(
    golden.deposits.map((row) => toDeposit(row, "USD")),
    golden.payments.map((row) => toPayment(row, "USD")),
    {
      algorithm: golden.algorithm,
      history: golden.history.map((row) => toHistoryEntry(row, "USD")),
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
}
