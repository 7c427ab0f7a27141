import type { OpenInvoice } from "@/lib/contracts/open-invoices";
import { MoneyError, parseDecimal, sumMinor, toWireDecimal } from "@/lib/money";

/** A chosen invoice, and the part of the charge that pays it, as typed. */
export interface Pick {
  invoice: OpenInvoice;
  amount: string;
}

/** Chosen invoices by their Id, in the order of choosing. */
export type Picks = ReadonlyMap<string, Pick>;

/** A charge: its amount in minor units. */
interface Charge {
  amount: number;
  currency: string;
}

/** The picks with those of a proposal. */
export function proposedPicks(proposal: readonly (OpenInvoice & { amount: string })[]): Picks {
  return new Map(proposal.map(({ amount, ...invoice }) => [invoice.Id, { invoice, amount }]));
}

/** Adds an invoice, up to the rest of the charge, or removes it. */
export function toggled(picks: Picks, invoice: OpenInvoice, charge: Charge): Picks {
  const next = new Map(picks);
  if (next.delete(invoice.Id)) return next;
  const left = Math.max(0, charge.amount - appliedOf(picks, charge.currency));
  const amount = Math.min(left, parseDecimal(invoice.balance, charge.currency));
  return next.set(invoice.Id, { invoice, amount: toWireDecimal(amount, charge.currency) });
}

export function withAmount(picks: Picks, id: string, amount: string): Picks {
  const pick = picks.get(id);
  return pick ? new Map(picks).set(id, { ...pick, amount }) : picks;
}

/** Minor units that all picks apply; what is no amount counts as nothing. */
function appliedOf(picks: Picks, currency: string): number {
  return sumMinor([...picks.values()].map(({ amount }) => readAmount(amount, currency) ?? 0));
}

/** Minor units, or null for text that is no positive amount of the currency. */
export function readAmount(text: string, currency: string): number | null {
  try {
    const minor = parseDecimal(text.replaceAll(",", ""), currency);
    return minor > 0 ? minor : null;
  } catch (error) {
    if (error instanceof MoneyError) return null;
    throw error;
  }
}

/** For the user: what is wrong with one pick; undefined when nothing is. */
export function pickProblem({ invoice, amount }: Pick, currency: string): string | undefined {
  const minor = readAmount(amount, currency);
  if (minor === null) return "Type an amount such as 12.50.";
  const open = parseDecimal(invoice.balance, currency);
  return minor > open ? `Only ${invoice.balance} is open.` : undefined;
}

/** What the picks leave of the charge, in minor units; negative when they are more than it. */
export function leftOf(picks: Picks, charge: Charge): number {
  return charge.amount - appliedOf(picks, charge.currency);
}

/** For the user: what keeps all picks together from being sent; undefined when nothing does. */
export function picksProblem(
  picks: Picks,
  charge: Charge,
  keepsCredit: boolean,
): string | undefined {
  const all = [...picks.values()];
  const [first] = all;
  if (!first) return "Choose an invoice.";
  const wrong = all.find((pick) => pickProblem(pick, charge.currency) !== undefined);
  if (wrong) return `Check the amount for invoice ${wrong.invoice.number}.`;
  if (all.some(({ invoice }) => invoice.customer !== first.invoice.customer)) {
    return "One payment can only pay invoices of one customer.";
  }
  const left = leftOf(picks, charge);
  if (left < 0) {
    return `That is ${toWireDecimal(-left, charge.currency)} more than the charge.`;
  }
  if (left > 0 && !keepsCredit) {
    return `Choose what to do with the remaining ${toWireDecimal(left, charge.currency)}.`;
  }
  return undefined;
}

/** As the endpoint takes them. */
export function toWirePicks(picks: Picks, currency: string): { Id: string; amount: string }[] {
  return [...picks].map(([Id, { amount }]) => ({
    Id,
    amount: toWireDecimal(readAmount(amount, currency) ?? 0, currency),
  }));
}
