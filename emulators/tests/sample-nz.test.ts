import { expect, test } from "vitest";
import { overview } from "@/emulators/overview";
import { newState } from "@/emulators/state";
import { addDays, daysBetween } from "@/lib/dates";
import { sumMinor } from "@/lib/money";

const nz = (seed: number, today: string) => newState({ seed, today, company: "nz" });

test("the same seed and day give the same New Zealand company", () => {
  expect(JSON.stringify(nz(3, "2026-11-16"))).toBe(JSON.stringify(nz(3, "2026-11-16")));
});

test.each(["2026-01-01", "2026-02-28", "2026-04-01", "2026-11-22"])(
  "as of %s the New Zealand company's books add up to its PayPal account but for what is wrong on purpose",
  (today) => {
    for (const seed of [1, 2, 3]) {
      const state = nz(seed, today);
      const { paypal, xero } = overview(state);
      const [books] = xero;
      if (!books) throw new Error("there are no books");
      const { payments, bank_transactions: moved, bank_transfers: transfers } = books;
      const entered = [
        ...payments.filter(({ type }) => type === "ACCRECPAYMENT"),
        ...moved
          .filter(({ type, contact }) => type === "RECEIVE" && contact !== "PayPal")
          .map(({ total: amount, ...rest }) => ({ ...rest, amount })),
      ];
      const sales = paypal.rows.filter(({ code }) => code === "T0006");
      const arrived = sales.map((sale) => {
        const credit = paypal.rows.find(
          ({ code, reference, amount }) =>
            code === "T0200" && reference?.id === sale.id && amount > 0,
        );
        const currency = credit ? "NZD" : sale.currency;
        const account = currency === "USD" ? "PayPal USD" : "PayPal";
        const day = addDays(sale.at.slice(0, 10), sale.at.slice(11) >= "12" ? 1 : 0);
        return { account, amount: credit?.amount ?? sale.amount, day };
      });
      // One sale after another takes an entry of its amount, at most two days after it.
      const left = entered.toSorted((a, b) => (String(a.date) < String(b.date) ? -1 : 1));
      const missing = arrived.filter(({ account, amount, day }) => {
        const index = left.findIndex(
          (each) =>
            each.account === account &&
            each.amount === amount &&
            daysBetween(day, String(each.date)) >= 0 &&
            daysBetween(day, String(each.date)) <= 2,
        );
        if (index >= 0) left.splice(index, 1);
        return index < 0;
      });
      expect([missing.length, left.length]).toEqual([4, 3]);

      const byHand = paypal.withdrawals.filter(({ about }) =>
        /by hand|never entered/.test(about ?? ""),
      );
      expect(byHand).toHaveLength(23);
      const known = new Set(transfers.map(({ amount }) => amount));
      const gaps = byHand.filter(({ net }) => !known.has(net));
      expect(gaps.map(({ about }) => about)).toEqual([
        "entered by hand as money received on the bank account",
        "never entered, in a month that is locked",
      ]);
      expect(transfers).toHaveLength(byHand.length - gaps.length);
      const references = [...transfers, ...entered].map(({ reference }) => reference ?? "");
      const ids = paypal.withdrawals.map(({ id }) => id);
      expect(references.filter((text) => ids.some((id) => text.includes(id)))).toEqual([]);
      const named = references.filter((text) => sales.some(({ id }) => text.includes(id)));
      expect(named.length / sales.length).toBeGreaterThan(0.35);
      expect(named.length / sales.length).toBeLessThan(0.65);

      const total = sumMinor(books.accounts.map(({ balances }) => balances.NZD ?? 0));
      expect(total).toBe(0);
      expect([...entered, ...transfers].every(({ date }) => String(date) < today)).toBe(true);
      expect(paypal.withdrawals.filter(({ status }) => status === "P").length).toBeGreaterThan(0);
    }
  },
);

test("its books are locked before the transfers that wait, and to the end of the year before", () => {
  const { xero } = nz(1, "2026-11-22");
  const books = xero.books[xero.tenantId];
  expect(books).toMatchObject({
    baseCurrency: "NZD",
    timezone: "NEWZEALANDSTANDARDTIME",
    periodLockDate: "2026-08-31",
    endOfYearLockDate: "2026-03-31",
  });
});
