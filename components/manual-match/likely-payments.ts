import type { TransactionView } from "@/components/manual-match/transactions";
import { daysBetween } from "@/lib/dates";
import { HIGHEST_CARD_FEE } from "@/lib/fee-schedules";
import { nameLikeness, nameWords } from "@/lib/name-likeness";

/** What is known of a selected deposit. Amounts in minor units. */
export interface DepositFacts {
  date: string;
  amount: number;
  currency: string;
  lines: LineFacts[];
}

interface LineFacts {
  kind: string;
  date: string;
  gross: number;
  net: number;
  entity: string;
}

/** How well a payment fits the selected deposits, and why in a few words. Likely ones only. */
export interface Fit {
  /** Only for comparing. */
  score: number;
  reasons: string[];
}

/** Beyond these days an equal amount, or an equal name alone, is no evidence. */
const AMOUNT_DAYS = 45;
const NAME_DAYS = 31;
/** Before and after everything that is likely. */
const FIRST = 1_000;
const LAST = 0.1;
/** Kinds of lines that payments in the books record. */
const PAID: ReadonlySet<string> = new Set(["charge", "refund"]);

/**
 * The payments that a user most likely looks for after selecting deposits: by amount, customer and date.
 * It only sorts a list; the user and the sum decide what is matched.
 */
export function likelyPayments(
  payments: readonly TransactionView[],
  deposits: readonly DepositFacts[],
): Map<string, Fit> {
  const fits = new Map<string, Fit>();
  for (const deposit of deposits) {
    const candidates = lineIndex(deposit);
    for (const payment of payments) {
      if (payment.currency !== deposit.currency) continue;
      const fit = bestFit(payment, deposit, candidates(payment));
      const known = fits.get(payment.id)?.score ?? 0;
      if (fit && fit.score > known) fits.set(payment.id, fit);
    }
  }
  return fits;
}

/** Lines that share an amount or a word of the name with a payment, found without walking over all. */
function lineIndex({ lines }: DepositFacts): (payment: TransactionView) => Iterable<LineFacts> {
  const byAmount = new Map<number, LineFacts[]>();
  const byWord = new Map<string, LineFacts[]>();
  const add = <Key>(index: Map<Key, LineFacts[]>, key: Key, line: LineFacts) =>
    index.get(key)?.push(line) ?? index.set(key, [line]);
  for (const line of lines) {
    if (!PAID.has(line.kind)) continue;
    add(byAmount, line.gross, line);
    if (line.net !== line.gross) add(byAmount, line.net, line);
    for (const word of nameWords(line.entity)) add(byWord, word, line);
  }
  return (payment) => {
    const found = new Set(byAmount.get(payment.amount));
    for (const word of nameWords(payment.customerName)) {
      for (const line of byWord.get(word) ?? []) found.add(line);
    }
    return found;
  };
}

function bestFit(
  payment: TransactionView,
  deposit: DepositFacts,
  lines: Iterable<LineFacts>,
): Fit | null {
  let best = deposit.lines.length === 0 ? totalFit(payment, deposit) : null;
  for (const line of lines) {
    const fit = lineFit(payment, line);
    if (fit && fit.score > (best?.score ?? 0)) best = fit;
  }
  return best;
}

/** A deposit of which only the total is known. */
function totalFit(payment: TransactionView, { amount, date }: DepositFacts): Fit | null {
  const days = Math.abs(daysBetween(payment.date, date));
  if (days > AMOUNT_DAYS) return null;
  const withFee = payment.amount * (1 - HIGHEST_CARD_FEE.rate) - HIGHEST_CARD_FEE.fixed;
  if (payment.amount === amount) {
    return { score: 40 + nearness(days), reasons: ["Same amount as the payout"] };
  }
  const fits = payment.amount > amount && withFee <= amount;
  return fits ? { score: 20 + nearness(days), reasons: ["Matches after a fee"] } : null;
}

function lineFit(payment: TransactionView, line: LineFacts): Fit | null {
  const days = Math.abs(daysBetween(payment.date, line.date));
  const likeness = nameLikeness(payment.customerName, line.entity);
  const gross = payment.amount === line.gross;
  const equal = gross || payment.amount === line.net;
  if (days > (equal ? AMOUNT_DAYS : NAME_DAYS)) return null;
  // The same customer's part of a charge, or nearly all of it; never several times as much.
  const isPart = Math.sign(payment.amount) === Math.sign(line.gross) && withinOrNear(payment, line);
  if (!equal && (likeness < 1 || !isPart)) return null;
  const reasons: string[] = [];
  if (equal) reasons.push(gross ? "Same amount" : "Same amount after the fee");
  if (likeness === 1) reasons.push(equal ? "same customer" : "Same customer");
  else if (likeness >= 0.5) reasons.push("similar name");
  const amount = gross ? 40 : 30;
  return { score: (equal ? amount : 0) + 30 * likeness + nearness(days), reasons };
}

function withinOrNear(payment: TransactionView, { gross }: LineFacts): boolean {
  return Math.abs(payment.amount) <= Math.abs(gross) * 1.1;
}

function nearness(days: number): number {
  return Math.max(0, 15 - days);
}

interface ChosenPayment {
  id: string;
  lines: string[];
  /** One of them is the line that is being asked about. */
  isCurrent: boolean;
}

/** Likely payments and those already chosen: the current line's first, other lines' after the likely ones. */
export function chosenFits(
  chosen: readonly ChosenPayment[],
  likely: ReadonlyMap<string, Fit>,
): Map<string, Fit> {
  const fits = new Map(likely);
  for (const { id, lines, isCurrent } of chosen) {
    const [name = "", ...others] = lines;
    const whose = others.length === 0 ? name : `${lines.length} lines`;
    fits.set(id, { score: isCurrent ? FIRST : LAST, reasons: [`For ${whose}`] });
  }
  return fits;
}
