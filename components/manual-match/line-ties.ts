import type { TransactionView } from "@/components/manual-match/transactions";
import type { DepositDetail } from "@/lib/contracts/deposit-detail";
import { parseDecimal, sumMinor } from "@/lib/money";
import type { Tie } from "@/lib/payment-split/types";
import type { SettlementMatch } from "@/lib/settlement";
import type { Selection } from "./selection";

/** A line of the deposit that is being matched. Signed amounts in minor units. */
export interface LineView {
  id: number;
  date: string;
  customer: string;
  description: string;
  gross: number;
  net: number;
  /** Decided already: it stays as it is. */
  decided: boolean;
}

/** The ids of the payments chosen for each line, by the line's id. */
export type Ties = ReadonlyMap<number, readonly string[]>;

/** Kinds of lines that payments in the books record. */
const PAID: ReadonlySet<string> = new Set(["charge", "refund"]);

/** The lines that need a payment: charges, refunds, and what else a match explains. */
export function linesToMatch({ deposit, matches }: DepositDetail): LineView[] {
  const explained = new Set(matches.flatMap(({ line_ids }) => line_ids));
  const decided = new Set(
    matches.flatMap(({ state, line_ids }) => (state === "accepted" ? line_ids : [])),
  );
  return deposit.lines
    .filter(({ id, kind }) => PAID.has(kind) || explained.has(id))
    .map(({ id, date, entity, description, amount, net }) => ({
      ...{ id, date, description, customer: entity },
      gross: parseDecimal(amount, deposit.currency),
      net: parseDecimal(net, deposit.currency),
      decided: decided.has(id),
    }));
}

/** What is proposed, and what the user had chosen before the match was undone, as the beginning of the choice. */
export function proposedTies({
  matches,
  earlier_choices,
}: Pick<DepositDetail, "matches" | "earlier_choices">): Ties {
  const ties = new Map<number, readonly string[]>();
  for (const { state, line_ids, payments } of matches) {
    if (state !== "proposed") continue;
    for (const line of line_ids)
      ties.set(
        line,
        payments.map(({ Id }) => Id),
      );
  }
  for (const { line_ids, payment_ids } of earlier_choices) {
    const used = new Set([...ties.values()].flat());
    if (payment_ids.some((id) => used.has(id)) || line_ids.some((line) => ties.has(line))) continue;
    for (const line of line_ids) ties.set(line, payment_ids);
  }
  return ties;
}

/** Matches that users have already decided, as they are added up. */
export function decidedMatches({ deposit, matches }: DepositDetail): SettlementMatch[] {
  return matches
    .filter(({ state }) => state === "accepted")
    .map(({ line_ids, payments }) => ({
      lineIds: line_ids,
      payments: payments.map(({ TotalAmt }) => ({
        amount: parseDecimal(TotalAmt, deposit.currency),
      })),
      adjustments: [],
    }));
}

/** Without the payments that are no longer open. */
export function withoutMissing(ties: Ties, payments: readonly TransactionView[]): Ties {
  const known = new Set(payments.map(({ id }) => id));
  const left = [...ties].map(([line, ids]) => [line, ids.filter((id) => known.has(id))] as const);
  return new Map(left.filter(([, ids]) => ids.length > 0));
}

export function toPairs(ties: Ties): Tie[] {
  return [...ties].flatMap(([lineId, ids]) => ids.map((paymentId) => ({ lineId, paymentId })));
}

export function linesByPayment(ties: Ties): ReadonlyMap<string, readonly number[]> {
  const lines = new Map<string, number[]>();
  for (const { lineId, paymentId } of toPairs(ties)) {
    lines.set(paymentId, [...(lines.get(paymentId) ?? []), lineId]);
  }
  return lines;
}

/** Removes the payment from every line. */
export function untie(ties: Ties, payment: string): Ties {
  const left = [...ties].map(([line, ids]) => [line, ids.filter((id) => id !== payment)] as const);
  return new Map(left.filter(([, ids]) => ids.length > 0));
}

/** The payment for the line: added where the chosen ones leave room for it, otherwise in place of them. */
export function tie(
  ties: Ties,
  line: LineView,
  payment: TransactionView,
  payments: readonly TransactionView[],
): Ties {
  const before = ties.get(line.id) ?? [];
  const sum = paidFor(before, payments) + payment.amount;
  const hasRoom = Math.sign(sum) === Math.sign(line.gross) && Math.abs(sum) <= Math.abs(line.gross);
  return new Map([...ties, [line.id, hasRoom ? [...before, payment.id] : [payment.id]]]);
}

/** Whether the chosen payments are what the line is in the books: its gross amount, or net of the fee. */
export function isPaid(
  { id, gross, net }: LineView,
  ties: Ties,
  payments: readonly TransactionView[],
): boolean {
  const sum = paidFor(ties.get(id) ?? [], payments);
  return ties.has(id) && (sum === gross || sum === net);
}

/** The first line without a payment, from the one after `from` on; null when every line has one. */
export function nextOpen(lines: readonly LineView[], ties: Ties, from?: number): LineView | null {
  const start = lines.findIndex(({ id }) => id === from) + 1;
  const runInCompanyQueue = [...lines.slice(start), ...lines.slice(0, start)];
  return runInCompanyQueue.find(({ id, decided }) => !decided && !ties.has(id)) ?? null;
}

/** "Ida Fox", or what the line says of itself. */
export function lineName({ customer, description }: LineView): string {
  return customer || description || "No customer";
}

function paidFor(ids: readonly string[], payments: readonly TransactionView[]): number {
  return sumMinor(payments.filter(({ id }) => ids.includes(id)).map(({ amount }) => amount));
}

type Deposit = Pick<DepositDetail["deposit"], "id" | "currency"> & {
  lines: Pick<
    DepositDetail["deposit"]["lines"][number],
    "id" | "kind" | "amount" | "description" | "entity"
  >[];
};

/** A charge that is exactly what is missing. */
export interface ExactCharge {
  depositId: number;
  lineId: number;
  /** "Order #10260 of Olivia Eastwick" */
  what: string;
}

/**
 * The one charge of a selected deposit that no selected payment pays and that equals the difference: it is missing
 * in the books. Null where there is none, or several could be meant.
 * @param difference wire decimal; positive for money that comes in.
 */
export function exactCharge(
  deposits: readonly Deposit[],
  payments: Selection["payments"],
  difference: string,
): ExactCharge | null {
  const [deposit, second] = deposits;
  if (!deposit || second) return null;
  const missing = parseDecimal(difference, deposit.currency);
  if (missing <= 0) return null;
  const alike = deposit.lines.filter(
    ({ kind, amount }) => kind === "charge" && parseDecimal(amount, deposit.currency) === missing,
  );
  const [charge, other] = alike;
  if (!charge || other || payments.some(({ amount }) => amount === missing)) return null;
  return { depositId: deposit.id, lineId: charge.id, what: nameOf(charge) };
}

function nameOf({ description, entity }: Deposit["lines"][number]): string {
  if (entity === "") return description || "the charge that has no name";
  return `${description || "the charge"} of ${entity}`;
}
