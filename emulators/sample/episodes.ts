import { addDays } from "@/lib/dates";
import { sumMinor } from "@/lib/money";
import { createDeposit } from "../quickbooks/deposits";
import { wireAmount } from "../quickbooks/money";
import { unixDay } from "../stripe/book";
import { accountId, bookedTxns } from "./ledger";
import { enterOpenInvoices, forgetPayments } from "./open-invoices";
import type { Sale } from "./sales";
import { type Booked, chargeId, type Stage } from "./stage";

/** What makes one payout of the sample special. Every hook is optional. */
export interface Episode {
  /** The description for a reader of the sample. */
  about: string;
  /** Runs before anything is charged. */
  sold?: (sales: Sale[]) => Sale[];
  /** Adds other Stripe movements, and decides how the books record the sales. */
  happens?: (stage: Stage) => void;
  /** Runs after the payout is made and the books are written. */
  afterwards?: (stage: Stage) => void;
}

/** One charge without its payment; its invoice is open. */
export const FORGOTTEN_PAYMENT: Episode = {
  about: "one payment was never entered in the books: its invoice is still open",
  happens: ({ booked }) => largest(booked).facts.splice(0),
  afterwards: enterOpenInvoices,
};

/** Indexed by position among the sample's automatic payouts; all others are ordinary. */
export const EPISODES: Readonly<Record<number, Episode>> = {
  3: {
    about:
      "payments were never entered in the books: some invoices of these customers are still open",
    happens: forgetPayments,
    afterwards: enterOpenInvoices,
  },
  6: {
    about: "a partial refund with its RefundReceipt in Undeposited Funds",
    happens: (stage) => refund(stage, order(stage.earlier, 12), 0.5, true),
  },
  7: {
    about: "another app has made the QuickBooks Deposit already and notes the payout's id",
    afterwards: depositByAnotherApp,
  },
  9: {
    about: "Stripe's monthly usage fee",
    happens: (stage) => fee(stage, 1275, "Billing - Usage Fee"),
  },
  11: {
    about: "two digits of one payment were swapped: a person has to look",
    happens: ({ booked }) => {
      for (const facts of largest(booked).facts) facts.amount = transposed(facts.amount);
    },
  },
  13: {
    about: "an adjustment by Stripe",
    happens: ({ stripe, others, day }) => {
      others.push(stripe.adjustment(-842, "Adjustment for processing fees", unixDay(day), "usd"));
    },
  },
  14: {
    about: "a full refund that the books do not know",
    happens: (stage) => refund(stage, order(stage.earlier, 5), 1, false),
  },
  17: {
    about: "a customer disputes a charge; Stripe takes it back with a fee of 15.00",
    happens: ({ stripe, others, earlier, day }) => {
      const disputed = order(earlier, 30);
      others.push(stripe.dispute(chargeId(disputed), unixDay(day) - 40_000, unixDay(day)));
    },
  },
  19: {
    about: "the bookkeeper entered what was left after fees",
    happens: ({ booked }) => {
      for (const { facts, entry } of booked) for (const each of facts) each.amount = entry.net;
    },
  },
  21: {
    about: "the same customer bought the same thing twice on one day",
    sold: (sales) => sales.flatMap((sale, index) => (index === 0 ? [sale, later(sale)] : [sale])),
    happens: ({ booked: [first, second] }) => {
      if (!first || !second) return;
      first.facts = first.facts.map(({ note: _, ...facts }) => facts);
      second.facts = first.facts.map((facts) => ({ ...facts }));
    },
  },
  22: {
    about: "a day's charges were entered as one sales receipt",
    happens: ({ booked, extraFacts, day }) => {
      const date = booked.at(-1)?.sale.day ?? day;
      const summed = booked.filter(({ sale }) => sale.day === date);
      for (const { facts } of summed) facts.splice(0);
      extraFacts.push({
        type: "SalesReceipt",
        date,
        amount: sumMinor(summed.map(({ sale }) => sale.amount)),
        currency: "USD",
        customer: "Online Sales",
        note: `Stripe sales, ${summed.length} charges`,
      });
    },
  },
  25: {
    about: "one charge was entered as two payments of the same customer",
    happens: ({ booked }) => {
      const split = largest(booked);
      const [whole] = split.facts;
      if (!whole) return;
      const part = Math.round((whole.amount * 0.4) / 100) * 100;
      split.facts = [part, whole.amount - part].map((amount) => ({ ...whole, amount }));
    },
  },
  27: {
    about: "a full refund with its RefundReceipt",
    happens: (stage) => refund(stage, order(stage.earlier, 8), 1, true),
  },
  28: {
    about: "a charge without any name, and two payments of that amount: only a user can decide",
    sold: (sales) => sales.map((sale) => (sale === sales.at(-1) ? anonymous(sale) : sale)),
    happens: ({ booked, extraFacts, strangers }) => {
      const { facts, sale } = booked.at(-1) ?? {};
      const [first, second] = strangers.splice(0, 2);
      if (!facts || !sale || !first || !second) return;
      const twin = { amount: sale.amount, currency: "USD", date: sale.day, type: "SalesReceipt" };
      facts.splice(0, facts.length, { ...twin, type: "SalesReceipt", customer: first.inBooks });
      extraFacts.push({ ...twin, type: "SalesReceipt", customer: second.inBooks });
    },
  },
  30: {
    about: "the dispute is won and the money comes back",
    happens: ({ stripe, others, day }) => {
      const dispute = stripe.lastDispute();
      if (!dispute) return;
      others.push(stripe.disputeReversal(dispute.id, unixDay(day) - 30_000, unixDay(day)));
    },
  },
  33: {
    about: "a large refund on a weak day: the payout is negative, which QuickBooks cannot deposit",
    sold: (sales) => sales.filter(({ kind }) => kind !== "invoice").slice(0, 3),
    happens: (stage) => refund(stage, largest(stage.earlier), 1, true),
  },
  36: {
    about: "Stripe's monthly usage fee",
    happens: (stage) => fee(stage, 1430, "Billing - Usage Fee"),
  },
};

function largest(booked: readonly Booked[]): Booked {
  const [first] = [...booked].sort((a, b) => b.sale.amount - a.sale.amount);
  if (!first) throw new Error("the sample has a payout without sales");
  return first;
}

/** The `back`-th earlier order with a name, so that each refund belongs to a different charge. */
function order(earlier: readonly Booked[], back: number): Booked {
  const found = earlier
    .filter(({ sale, facts }) => sale.kind === "order" && !sale.guest && facts.length === 1)
    .at(-back);
  if (!found) throw new Error("the sample has too few orders");
  return found;
}

function refund(stage: Stage, of: Booked, share: number, inBooks: boolean): void {
  const amount = Math.round(of.sale.amount * share);
  const { stripe, others, extraFacts, day } = stage;
  others.push(stripe.refund(chargeId(of), amount, unixDay(day) - 20_000, unixDay(day)));
  if (!inBooks) return;
  extraFacts.push({
    type: "RefundReceipt",
    date: addDays(day, -1),
    amount,
    currency: "USD",
    customer: of.facts[0]?.customer ?? of.sale.person.inBooks,
    note: `Refund of ${of.sale.reference ?? chargeId(of)}`,
  });
}

function fee({ stripe, others, day }: Stage, amount: number, description: string): void {
  const text = `${description} (${day.slice(0, 7)})`;
  others.push(stripe.stripeFee(amount, text, unixDay(day) - 10_000, "usd"));
}

function later(sale: Sale): Sale {
  return { ...sale, second: sale.second + 420 };
}

function anonymous({ reference: _, ...sale }: Sale): Sale {
  return { ...sale, kind: "order", guest: true, amount: 6450 };
}

/** The amount with the first two differing digits after the leading one swapped: 1234 → 1324. */
function transposed(amount: number): number {
  const digits = String(amount);
  for (let at = 1; at < digits.length - 1; at += 1) {
    const [a = "", b = ""] = [digits[at], digits[at + 1]];
    if (a !== b) return Number(digits.slice(0, at) + b + a + digits.slice(at + 2));
  }
  return amount;
}

function depositByAnotherApp(stage: Stage): void {
  const { quickbooks: books, payout, booked, day } = stage;
  if (!payout) return;
  const fees = sumMinor(booked.map(({ entry }) => entry.fee));
  createDeposit(
    books,
    {
      DepositToAccountRef: { value: accountId(books, "Checking") },
      TxnDate: addDays(day, 1),
      PrivateNote: `Synced by another app: Stripe payout ${payout.id}`,
      Line: [
        ...bookedTxns(books, booked),
        {
          Amount: wireAmount(-fees, "USD"),
          DetailType: "DepositLineDetail",
          Description: "Stripe fees",
          DepositLineDetail: {
            AccountRef: { value: accountId(books, "Merchant Processing Fees") },
          },
        },
      ],
    },
    new Date((unixDay(day) + 90_000) * 1000),
  );
}
