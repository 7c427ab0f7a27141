import type { Emulators } from "@/emulators/start";
import { LEDGER, type LedgerProvider, type SourceId } from "@/lib/providers/list";
import { control } from "@/tests/support/emulators";
import { xeroAccount } from "./xero-books";

/** Scenarios whose books lack something. */
export type Incomplete = "incomplete books" | "incomplete books in Xero";

/**
 * A scenario's source and its way of connecting: Stripe by key, or through Connect's pages; or by key, with books
 * that lack something, or with books in Xero. Otherwise the books are in QuickBooks.
 */
export type Side = SourceId | "stripe by Connect" | "books in Xero" | Incomplete;

const BY_STRIPE: readonly string[] = [
  "stripe by Connect",
  "incomplete books",
  "books in Xero",
  "incomplete books in Xero",
];

const isSource = (side: Side): side is SourceId => !BY_STRIPE.includes(side);

export const sourceOf = (side: Side): SourceId => (isSource(side) ? side : "stripe");

export const ledgerOf = (side: Side): LedgerProvider["id"] =>
  side.endsWith("in Xero") ? "xero" : LEDGER;

export const isIncomplete = (side: Side): side is Incomplete => side.startsWith("incomplete");

/** Where payments wait in Xero. */
export const CLEARING = "Stripe Clearing";

/** How Xero's emulator calls what QuickBooks has a type for. */
const IN_XERO = { Payment: "payment", RefundReceipt: "refund", SalesReceipt: "receive" } as const;

/** Enters what a customer paid or got back. Minor units. */
export function book(
  emulators: Emulators,
  side: Side,
  {
    type = "Payment",
    ...paid
  }: { amount: number; customer: string; type?: keyof typeof IN_XERO; currency?: string },
): Promise<unknown> {
  if (ledgerOf(side) === LEDGER) {
    return control(emulators, "/quickbooks/payments", { type, ...paid });
  }
  return control(emulators, "/xero/payments", { kind: IN_XERO[type], account: CLEARING, ...paid });
}

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
  if (ledgerOf(side) === "xero") await control(emulators, "/xero/company", { country: "US" });
  for (const sales of PAYOUTS) await seedPayout(emulators, side, sales);
  await seedReceipts(emulators, side);
  if (sourceOf(side) !== "stripe") return;
  if (side === "stripe by Connect") await seedEuros(emulators);
  const invoiced = { customer: "Hugo Vale", invoice: "HV-1001", invoicedBefore: 20 };
  const charges = [{ name: "Hugo Vale", amount: 89_111, refunded: 4_567, ...invoiced }];
  await control(emulators, "/stripe/payouts", { charges });
  await book(emulators, side, { amount: 89_111, customer: "Hugo Vale" });
  await book(emulators, side, { amount: 4_567, customer: "Hugo Vale", type: "RefundReceipt" });
  await seedReturned(emulators, side);
}

/** A payout that the bank returned, and a later one that pays its money out again: what both hold is read for the later. */
async function seedReturned(emulators: Emulators, side: Side): Promise<void> {
  const [first, second] = [
    { name: "Jana Reed", amount: 93_251 },
    { name: "Karl Moss", amount: 95_267 },
  ];
  for (const { name, amount } of [first, second]) {
    await book(emulators, side, { amount, customer: name });
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
  for (const { name, amount } of sales) await book(emulators, side, { amount, customer: name });
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
async function seedReceipts(emulators: Emulators, side: Side): Promise<void> {
  for (const amount of [1_103, 2_207, 3_301, 4_409]) {
    await book(emulators, side, { amount, type: "SalesReceipt", customer: `Walk-in ${amount}` });
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

/** @returns what completes them. */
export async function seedIncomplete(emulators: Emulators, side: Incomplete): Promise<Completing> {
  const inXero = ledgerOf(side) === "xero";
  if (inXero) await control(emulators, "/xero/company", { country: "US" });
  const invoices: Completing["invoices"] = new Map();
  for (const { sales, firm } of LACKING) {
    await PAY_OUT.stripe(emulators, sales);
    const amount = sales.find(({ name }) => name === firm)?.amount;
    const number = `INV-${amount}`;
    const path = inXero ? "/xero/invoices" : "/quickbooks/invoices";
    const { Invoice } = await control(emulators, path, { amount, customer: firm, number });
    const ids = inXero
      ? { invoiceId: Invoice.InvoiceID, customerId: Invoice.Contact.ContactID }
      : { invoiceId: Invoice.Id, customerId: Invoice.CustomerRef.value };
    invoices.set(firm, { number, ...ids });
  }
  return { invoices, itemId: inXero ? await xeroAccount(emulators, "Sales") : "1" };
}

export interface Completing {
  /** By the firms' names. */
  invoices: Map<string, { invoiceId: string; number: string; customerId: string }>;
  /** What receipts are for: an item, or an account in Xero. */
  itemId: string;
}
