/**
 * Charges that the processor converted: what the customer paid is compared with the payments in that currency, by the
 * same stages, among what is still open. Books keep a sale in the currency of its invoice.
 */

import { toDecimal } from "@/lib/money";
import type { DepositInput, Evidence, Exchange, LineInput, MatchOptions, Money } from "./contract";
import { absenceOf } from "./decision/absence";
import { notInBooks } from "./decision/not-in-books";
import type { ExchangedMatch, OpenFinding } from "./decision/outcome";
import { toMatches } from "./decision/proposals";
import { explainUnmatched } from "./decision/unmatched";
import { linkRecords } from "./pipeline";
import { normalize } from "./records/normalize";
import type { LedgerRow, PayoutItem } from "./records/records";

/** Tests for a line whose customer paid in another currency than the payout's. */
export function isConverted({ line, currency, gross, isLinkable }: PayoutItem): boolean {
  const { paid } = line ?? {};
  return (
    isLinkable &&
    paid !== undefined &&
    paid.currency !== currency &&
    paid.amount !== 0 &&
    Math.sign(paid.amount) === Math.sign(gross)
  );
}

/**
 * Links converted lines to payments in the currencies that were paid; all that is found is a suggestion, because no
 * Deposit holds payments of two currencies.
 * @param items converted lines, {@link isConverted}
 * @param rows open payments
 */
export function linkCurrencies(
  items: readonly PayoutItem[],
  rows: readonly LedgerRow[],
  { history, algorithm, parameters }: MatchOptions,
): { matches: ExchangedMatch[]; open: Map<PayoutItem, OpenFinding> } {
  const open = new Map<PayoutItem, OpenFinding>();
  const currencies = new Set(items.flatMap(({ line }) => line?.paid?.currency ?? []));
  const payments = rows.filter(({ currency }) => currencies.has(currency));
  if (payments.length === 0) return { matches: [], open };
  const records = normalize(
    asPaid(items),
    payments.map(({ payment }) => payment),
  );
  const outcome = linkRecords(records, { history, algorithm, parameters }, () => {});
  const itemOf = new Map(items.map((item) => [keyOf(item), item]));
  const rowOf = new Map(payments.map((row) => [row.payment.id, row]));
  const matches = toMatches(outcome).flatMap((match): ExchangedMatch[] => {
    const own = match.lineIds.flatMap((id) => itemOf.get(`${match.depositId}\u0000${id}`) ?? []);
    const booked = match.paymentIds.flatMap((id) => rowOf.get(id) ?? []);
    if (own.length === 0 || booked.length === 0) return [];
    const exchange = exchangeOf(own, booked, match.currency);
    const evidence = match.evidence.map((piece) => withAmounts(piece, exchange));
    const { alternatives } = match;
    return [
      {
        ...{ items: own, rows: booked },
        match: { ...plain(match), decision: "suggested", exchange, evidence, alternatives },
      },
    ];
  });
  const absent = notInBooks(outcome);
  const found = explainUnmatched(outcome, (item) =>
    absenceOf(item, absent.get(item) ?? 0, outcome),
  );
  for (const { id, depositId, reason, notInBooks: missing = 0, candidates = [] } of found.lines) {
    const item = itemOf.get(`${depositId}\u0000${id}`);
    if (item && candidates.length > 0) open.set(item, { reason, present: 1 - missing, candidates });
  }
  return { matches, open };
}

/** A match's own fields: what it computes when it is read is left to the caller. */
function plain<Match extends object>(match: Match): Match {
  return { ...match };
}

/** The lines as the customers paid them, in deposits of one currency each. */
function asPaid(items: readonly PayoutItem[]): DepositInput[] {
  const deposits = new Map<string, DepositInput & { lines: LineInput[] }>();
  for (const { deposit, line } of items) {
    if (!line?.paid) continue;
    const { amount, currency } = line.paid;
    const key = `${currency}\u0000${deposit.id}`;
    const known = deposits.get(key) ?? { ...deposit, currency, lines: [] };
    // The fee is in the payout's currency.
    known.lines.push({ ...line, amount, fee: undefined, net: undefined, paid: undefined });
    deposits.set(key, known);
  }
  return [...deposits.values()];
}

function keyOf({ deposit, line }: PayoutItem): string {
  return `${deposit.id}\u0000${line?.id}`;
}

function exchangeOf(
  items: readonly PayoutItem[],
  rows: readonly LedgerRow[],
  currency: string,
): Exchange {
  const settled = { amount: 0, currency: items[0]?.currency ?? "" };
  const paid = { amount: 0, currency };
  const booked = { amount: 0, currency };
  for (const { gross, line } of items) {
    settled.amount += gross;
    paid.amount += line?.paid?.amount ?? 0;
  }
  for (const { amount } of rows) booked.amount += amount;
  const worth = worthOf(rows);
  return { settled, paid, booked, ...(worth && { worth }) };
}

/** Null where the books don't say it of every payment. */
function worthOf(rows: readonly LedgerRow[]): Money | null {
  const worths = rows.map(({ payment }) => payment.worth);
  const currency = worths[0]?.currency;
  if (currency === undefined || worths.some((each) => each?.currency !== currency)) return null;
  return { amount: worths.reduce((sum, each) => sum + (each?.amount ?? 0), 0), currency };
}

/** What an amount tells, with both currencies and what the exchange made of it. */
function withAmounts(piece: Evidence, exchange: Exchange): Evidence {
  if (piece.field !== "amount" && piece.field !== "sum") return piece;
  if (piece.level === "complete_group") return piece;
  return { ...piece, text: `${piece.text}: ${exchangeText(exchange)}` };
}

/** "100.00 EUR paid, settled as 108.40 USD; 107.95 USD in QuickBooks, 0.45 less" */
function exchangeText({ settled, paid, worth }: Exchange): string {
  const text = `${money(paid)} paid, settled as ${money(settled)}`;
  if (worth?.currency !== settled.currency) return text;
  const gain = settled.amount - worth.amount;
  if (gain === 0) return `${text}, as in the books`;
  const off = toDecimal(Math.abs(gain), settled.currency);
  return `${text}; ${money(worth)} in the books, ${off} ${gain > 0 ? "less" : "more"}`;
}

function money({ amount, currency }: Money): string {
  return `${toDecimal(amount, currency)} ${currency}`;
}
