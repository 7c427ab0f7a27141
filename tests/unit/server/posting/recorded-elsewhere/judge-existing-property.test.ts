import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "@/lib/dates";
import type { ExistingFacts, PayoutFacts } from "@/server/posting/recorded-elsewhere/facts";
import { judgeExisting } from "@/server/posting/recorded-elsewhere/judge-existing";

const FIRST = "2026-06-01";
const BANK = "35";

/** A business with few prices: its payouts have the same totals again and again. */
const business = fc.record({
  payouts: fc.array(
    fc.record({
      /** Days after the one before. */
      gap: fc.integer({ min: 0, max: 9 }),
      charges: fc.array(fc.constantFrom(10_000, 12_000, 25_000), { minLength: 1, maxLength: 3 }),
      /** How a user deposited it, if one did. */
      booked: fc.constantFrom(
        "no",
        "linked",
        "named",
        "bare",
        "fed",
        "forgotten",
        "mistyped",
        "net",
      ),
      /** After the charges were made. */
      late: fc.integer({ min: 2, max: 12 }),
      paidLate: fc.integer({ min: -1, max: 2 }),
    }),
    { minLength: 1, maxLength: 25 },
  ),
  /** Deposits of something else, of the same totals. */
  strangers: fc.array(
    fc.record({
      day: fc.integer({ min: 0, max: 120 }),
      like: fc.nat(24),
      text: fc.constantFrom("", "Rent of Unit 4", "SQUARE INC", "PAYPAL TRANSFER"),
    }),
    { maxLength: 6 },
  ),
  /** Payouts before that one are not imported. */
  start: fc.nat(10),
  /** Whether they are known at all. */
  tellsEarlier: fc.boolean(),
});

type Business = typeof business extends fc.Arbitrary<infer T> ? T : never;

/** What a user entered of a payout's charges; the rest of its Deposit is lines. */
function paymentsOf(booked: string, charges: readonly number[]): number[] {
  const [last = 0, ...others] = charges.toReversed();
  if (booked === "linked") return [...charges];
  if (booked === "forgotten") return others;
  if (booked === "mistyped") return [...others, last + 1_800];
  if (booked === "net") return [...others, last - 300];
  return [];
}

function bookkeeping({ payouts, strangers, start, tellsEarlier }: Business) {
  const facts: PayoutFacts[] = [];
  const deposits: ExistingFacts[] = [];
  const owner = new Map<string, number>();
  let day = 5;
  for (const [index, { gap, charges, booked, late, paidLate }] of payouts.entries()) {
    day += gap;
    const charged = addDays(FIRST, day - 4);
    const lines = charges.map((gross) => ({
      ...{ kind: "charge" as const, gross, net: gross - 300, date: charged, references: [] },
    }));
    const amount = lines.reduce((sum, { net }) => sum + net, 0);
    const date = addDays(FIRST, day);
    facts.push({
      ...{ id: index, providerId: `po_${index}`, processor: "Stripe", amount, currency: "USD" },
      ...{ date, bankId: BANK, lines, state: "pending" as const, refused: new Set<string>() },
      unknownBefore: null,
    });
    if (booked === "no") continue;
    const id = `D${index}`;
    owner.set(id, index);
    deposits.push({
      ...{ id, date: addDays(charged, late), total: amount, currency: "USD", bankId: BANK },
      text: booked === "named" ? `po_${index}` : booked === "fed" ? "STRIPE TRANSFER" : "",
      payments: paymentsOf(booked, charges).map((paid) => ({
        ...{ amount: paid, date: addDays(charged, paidLate), references: [] },
      })),
      ...{ hasOthers: false, booked: [], isTaken: false },
    });
  }
  for (const [index, { day: at, like, text }] of strangers.entries()) {
    const total = facts[like % facts.length]?.amount ?? 0;
    deposits.push({
      ...{ id: `S${index}`, date: addDays(FIRST, at), total, currency: "USD", bankId: BANK, text },
      ...{ payments: [], hasOthers: false, booked: [], isTaken: false },
    });
  }
  const first = facts[Math.min(start, facts.length - 1)];
  const from = first?.date ?? FIRST;
  const rest = facts.filter(({ date }) => date >= from);
  const rivals = facts.flatMap((fact) =>
    fact.date < from ? { ...fact, state: "decided" as const, lines: [] } : [],
  );
  const known = tellsEarlier
    ? [...rivals, ...rest]
    : rest.map((fact) => ({ ...fact, unknownBefore: from }));
  return { known, deposits, owner };
}

test("what is certain is right, whatever the amounts", () => {
  let certain = 0;
  fc.assert(
    fc.property(business, (made) => {
      const { known, deposits, owner } = bookkeeping(made);
      const verdicts = judgeExisting(known, deposits);
      for (const { verdict, existingId, payoutId } of verdicts) {
        if (verdict !== "certain") continue;
        certain += 1;
        expect(owner.get(existingId)).toBe(payoutId);
      }
      const linked = verdicts.map(({ existingId }) => existingId);
      const payouts = verdicts.map(({ payoutId }) => payoutId);
      expect(new Set(linked).size).toBe(linked.length);
      expect(new Set(payouts).size).toBe(payouts.length);
    }),
    { numRuns: 5_000 },
  );
  // Otherwise it would say nothing.
  expect(certain).toBeGreaterThan(500);
});

test("a Deposit with most of a payout's payments is offered for that payout alone", () => {
  let offered = 0;
  fc.assert(
    fc.property(business, (made) => {
      const { known, deposits, owner } = bookkeeping(made);
      for (const { verdict, existingId, payoutId, evidence } of judgeExisting(known, deposits)) {
        if (!PART.test(evidence.join(" "))) continue;
        offered += 1;
        expect([verdict, owner.get(existingId)]).toEqual(["likely", payoutId]);
      }
    }),
    { numRuns: 5_000 },
  );
  expect(offered).toBeGreaterThan(500);
});

const PART = /\d of its \d|of this payout's \d|less their fees/;

test("the order of payouts and Deposits changes nothing", () => {
  fc.assert(
    fc.property(business, (made) => {
      const { known, deposits } = bookkeeping(made);
      const sorted = (verdicts: ReturnType<typeof judgeExisting>) =>
        verdicts.toSorted((left, right) => left.payoutId - right.payoutId);
      expect(sorted(judgeExisting(known.toReversed(), deposits.toReversed()))).toEqual(
        sorted(judgeExisting(known, deposits)),
      );
    }),
  );
});
