import { expect, test } from "vitest";
import { overview } from "@/emulators/overview";
import { SQUARE_FILE } from "@/emulators/sample/square";
import { newState } from "@/emulators/state";
import { parsePayoutFile } from "@/lib/payout-files/parse-payout-file";

test.each(["2026-01-01", "2026-02-28", "2026-11-22"])(
  "as of %s Square's report has six deposits, whose sales but one are in the books",
  async (today) => {
    for (const seed of [1, 2]) {
      const origin = { seed, today, company: "sample", paypal: true } as const;
      const known = new Set(overview(newState(origin)).payments.map(({ id }) => id));
      const state = newState({ ...origin, square: true });
      const entered = overview(state).payments.filter(({ id }) => !known.has(id));
      const bytes = Buffer.from(state.files[SQUARE_FILE] ?? "");
      const parsed = await parsePayoutFile(bytes, { timeZone: "UTC" });
      expect(parsed).toMatchObject({ errors: [], problem: null, undecidedDate: null });
      expect(parsed.leftOut).toHaveLength(1);
      expect(parsed.payouts.every(({ date, id }) => date <= today && state.notes[id])).toBe(true);
      expect(parsed.payouts).toHaveLength(6);
      const lines = parsed.payouts.flatMap((payout) => payout.lines);
      const amounts = entered.map(({ type, amount }) =>
        type === "RefundReceipt" ? -amount : amount,
      );
      expect(entered.every(({ undeposited }) => undeposited)).toBe(true);
      expect(lines.length - amounts.length).toBe(1);
      const missing = lines.filter(({ gross }) => !amounts.includes(gross));
      expect(missing.map(({ kind }) => kind)).toEqual(["charge"]);
    }
  },
);

test("without it, nothing else of the sample changes", () => {
  const origin = { seed: 3, today: "2026-11-16", company: "sample" } as const;
  const [without, having] = [newState(origin), newState({ ...origin, square: true })];
  expect(without.files).toEqual({});
  expect(having.stripe).toEqual(without.stripe);
  expect(having.paypal).toEqual(without.paypal);
  const { Payment, Deposit } = having.quickbooks.entities;
  expect([Payment, Deposit]).toEqual([
    without.quickbooks.entities.Payment,
    without.quickbooks.entities.Deposit,
  ]);
});
