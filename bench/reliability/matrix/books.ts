import type { Emulators } from "@/emulators/start";
import type { SourceId } from "@/lib/providers/list";
import { control } from "@/tests/support/emulators";

/**
 * A scenario's source and its way of connecting: Stripe by key, or through Connect's pages; or by key, with books
 * that lack something. The books are always in QuickBooks.
 */
export type Side = SourceId | "stripe by Connect" | "incomplete books";

export const sourceOf = (side: Side): SourceId =>
  side === "stripe by Connect" || side === "incomplete books" ? "stripe" : side;

export interface Sale {
  name: string;
  /** Minor units; amounts are unique, so that an amount identifies its sale. */
  amount: number;
}

const PAYOUTS: readonly (readonly Sale[])[] = [
  [
    { name: "Ada Winter", amount: 12_345 },
    { name: "Bruno Salt", amount: 23_411 },
    { name: "Clara Oak", amount: 34_507 },
  ],
  [
    { name: "Dora Finch", amount: 45_613 },
    { name: "Emil Stone", amount: 56_719 },
  ],
];
const LATER: readonly Sale[] = [
  { name: "Fay Brook", amount: 67_823 },
  { name: "Gus Thorn", amount: 78_929 },
];

/**
 * Payouts, and every sale of theirs in the books; one is refunded, with a receipt, and one payout came back. Connected
 * through Connect's pages, one payout is in euros.
 */
export async function seedBooks(emulators: Emulators, side: Side): Promise<void> {
  for (const sales of PAYOUTS) await seedPayout(emulators, side, sales);
  await seedReceipts(emulators);
  if (sourceOf(side) !== "stripe") return;
  if (side === "stripe by Connect") await seedEuros(emulators);
  const invoiced = { customer: "Hugo Vale", invoice: "HV-1001", invoicedBefore: 20 };
  const charges = [{ name: "Hugo Vale", amount: 89_111, refunded: 4_567, ...invoiced }];
  await control(emulators, "/stripe/payouts", { charges });
  await control(emulators, "/quickbooks/payments", { amount: 89_111, customer: "Hugo Vale" });
  const refund = { amount: 4_567, customer: "Hugo Vale", type: "RefundReceipt" };
  await control(emulators, "/quickbooks/payments", refund);
  await seedReturned(emulators);
}

/** A payout that the bank returned, and a later one that pays its money out again: what both hold is read for the later. */
async function seedReturned(emulators: Emulators): Promise<void> {
  const [first, second] = [
    { name: "Jana Reed", amount: 93_251 },
    { name: "Karl Moss", amount: 95_267 },
  ];
  for (const { name, amount } of [first, second]) {
    await control(emulators, "/quickbooks/payments", { amount, customer: name });
  }
  const { payout } = await control(emulators, "/stripe/payouts", { charges: [first] });
  await control(emulators, "/stripe/payouts/change", { id: payout.id, status: "failed" });
  await control(emulators, "/stripe/payouts", { charges: [second], again: payout.id });
}

/** A sale in euros, in the books of a company that keeps several currencies. */
async function seedEuros(emulators: Emulators): Promise<void> {
  const sale = { amount: 91_237, currency: "eur" };
  await control(emulators, "/quickbooks/company", { multicurrency: true });
  await control(emulators, "/quickbooks/payments", { ...sale, customer: "Ines Falk" });
  const charges = [{ amount: sale.amount, name: "Ines Falk" }];
  await control(emulators, "/stripe/payouts", { currency: sale.currency, charges });
}

/** Sales after the first sync. */
export function seedLater(emulators: Emulators, side: Side): Promise<void> {
  return seedPayout(emulators, side, LATER);
}

async function seedPayout(emulators: Emulators, side: Side, sales: readonly Sale[]): Promise<void> {
  for (const { name, amount } of sales) {
    await control(emulators, "/quickbooks/payments", { amount, customer: name });
  }
  await PAY_OUT[sourceOf(side)](emulators, sales);
}

/** Adds a payout of these sales at each source's emulator. */
export const PAY_OUT: Record<
  SourceId,
  (emulators: Emulators, sales: readonly Sale[]) => Promise<unknown>
> = {
  stripe: (emulators, sales) => control(emulators, "/stripe/payouts", { charges: sales }),
  authorizenet: (emulators, sales) =>
    control(emulators, "/authorizenet/batches", {
      transactions: sales.map(({ name, amount }) => {
        const [firstName, lastName] = name.split(" ");
        return { amount, firstName, lastName };
      }),
    }),
  paypal: async (emulators, sales) => {
    const sold = sales.map(({ name, amount }) => ({ type: "sale", name, amount, fee: 30 }));
    await control(emulators, "/paypal/transactions", { events: [...sold, { type: "withdrawal" }] });
  },
};

/** Counter sales: in the books, in no payout. */
async function seedReceipts(emulators: Emulators): Promise<void> {
  for (const amount of [1_103, 2_207, 3_301, 4_409]) {
    const receipt = { amount, type: "SalesReceipt", customer: `Walk-in ${amount}` };
    await control(emulators, "/quickbooks/payments", receipt);
  }
}

/** Two payouts; of their sales the books have the invoices of the firm alone. One sale is refunded. */
const LACKING: readonly { sales: readonly (Sale & { refunded?: number })[]; firm: string }[] = [
  {
    firm: "Quay Works",
    sales: [
      { name: "Ivo Marsh", amount: 12_347 },
      { name: "Jon Pike", amount: 23_417, refunded: 3_119 },
      { name: "Quay Works", amount: 34_511 },
    ],
  },
  {
    firm: "Reed Supply",
    sales: [
      { name: "Kim Vale", amount: 45_617, refunded: 5_113 },
      { name: "Reed Supply", amount: 56_731 },
    ],
  },
];

/** @returns the ids of the firms' invoices and customers, by the firms' names. */
export async function seedIncomplete(emulators: Emulators): Promise<InvoiceIds> {
  const ids: InvoiceIds = new Map();
  for (const { sales, firm } of LACKING) {
    await PAY_OUT.stripe(emulators, sales);
    const amount = sales.find(({ name }) => name === firm)?.amount;
    const number = `INV-${amount}`;
    const { Invoice } = await control(emulators, "/quickbooks/invoices", {
      amount,
      customer: firm,
      number,
    });
    ids.set(firm, { invoiceId: Invoice.Id, number, customerId: Invoice.CustomerRef.value });
  }
  return ids;
}

export type InvoiceIds = Map<string, { invoiceId: string; number: string; customerId: string }>;
