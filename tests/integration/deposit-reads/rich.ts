import { addressesIn } from "@/server/deposits/book-addresses";
import type { Seeded } from "./seeded-books";

/** Two charges, a refund, a reserve and a predicted fee, all explained by two matches. */
export async function seedRich(seeded: Seeded, status: "suggested" | "matched") {
  const currency = "EUR";
  const deposit = await seeded.deposit(
    [
      { kind: "charge", gross: 100_00, fee: 3_20, customerName: "Ada", description: "Order 1" },
      { kind: "charge", gross: 50_00, fee: 1_75, customerName: "Bob" },
      { kind: "refund", gross: -20_00 },
      { kind: "reserve", gross: -5_00 },
      { kind: "fee", gross: -1_00, feePredicted: true },
    ],
    { currency, status },
  );
  const [charge = 0, second = 0, refund = 0] = deposit.lines.map(({ id }) => id);
  const full = await seeded.payment(100_00, { currency, customerName: "Ada" });
  const short = await seeded.payment(49_00, { currency });
  const receipt = await seeded.payment(-20_00, { currency });
  const facts = {
    currency,
    state: status === "suggested" ? ("proposed" as const) : ("accepted" as const),
    createdAt: new Date("2026-03-06T07:08:09.010Z"),
  };
  const evidence = [{ field: "name", level: "same", weight: 4.25, text: "The names are the same" }];
  const later = await seeded.match(
    deposit.id,
    { lineIds: [second], paymentIds: [short.id], adjustments: [1_00] },
    { ...facts, origin: "manual", difference: 1_00n, probability: 0.7 },
  );
  const first = await seeded.match(
    deposit.id,
    { lineIds: [refund, charge], paymentIds: [receipt.id, full.id] },
    { ...facts, origin: "auto", kind: "many_to_many", probability: 0.987654321, evidence },
  );
  return { deposit, payments: { full, short, receipt }, matchIds: { first, later }, evidence };
}

type Rich = Awaited<ReturnType<typeof seedRich>>;

/** Its matches in wire format. */
export function richMatches({ deposit, payments, matchIds, evidence }: Rich, state: string) {
  const [charge, second, refund] = deposit.lines.map(({ id }) => id);
  const of = { deposit_id: deposit.id, currency: "EUR", state };
  const paid = (Id: string, kind: "Payment" | "RefundReceipt" = "Payment") => ({
    ...{ Id, TxnDate: "2026-03-04", CustomerName: "", kind, planned: false },
    ...{ number: Id, quickbooks_url: addressesIn(null)(Id, kind) },
  });
  const { full, short, receipt } = payments;
  return [
    {
      ...of,
      id: matchIds.first,
      origin: "auto",
      kind: "many_to_many",
      line_ids: [charge, refund],
      payments: [
        { ...paid(full.providerId), TotalAmt: "100.00", CustomerName: "Ada" },
        { ...paid(receipt.providerId, "RefundReceipt"), TotalAmt: "-20.00" },
      ],
      probability: 0.987654321,
      difference: "0.00",
      evidence,
      recorded_twice: [],
      booked: null,
    },
    {
      ...of,
      id: matchIds.later,
      origin: "manual",
      kind: "one_to_one",
      line_ids: [second],
      payments: [{ ...paid(short.providerId), TotalAmt: "49.00" }],
      probability: 0.7,
      difference: "1.00",
      evidence: [],
      recorded_twice: [],
      booked: null,
    },
  ];
}

/** Its sum in wire format. */
export const RICH_PROOF = {
  payments: "149.00",
  fees: "-5.95",
  refunds: "-20.00",
  disputes: "0.00",
  other: "-4.00",
  difference: "0.00",
  open_charges: 0,
  open: "0.00",
  open_fees: "0.00",
  payout: "119.05",
  closes: true,
};

/** The journal entry that would be posted; no bank, no category and no account for reserves is chosen yet. */
export function richJournal({ deposit, payments: { full, short, receipt } }: Rich) {
  const line = {
    account: null,
    customer: "",
    class: "",
    memo: "",
    number: "",
    debit: "0.00",
    credit: "0.00",
  };
  const waiting = { ...line, account: "Undeposited Funds" };
  const memo = `Stripe payout ${deposit.providerId} · Deposit Matcher`;
  return {
    posted: false,
    memo,
    created: [],
    lines: [
      { ...line, memo, debit: "119.05" },
      { ...waiting, memo: `Payment ${full.providerId}`, customer: "Ada", credit: "100.00" },
      { ...waiting, memo: `Refund receipt ${receipt.providerId}`, debit: "20.00" },
      { ...waiting, memo: `Payment ${short.providerId}`, credit: "49.00" },
      { ...line, account: "Rounding", memo: "Difference accepted manually", credit: "1.00" },
      { ...line, debit: "5.00" },
      { ...line, memo: "Processing fees (estimated)", debit: "5.95" },
    ],
    total: "150.00",
  };
}
