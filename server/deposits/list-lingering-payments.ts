import type { QueryOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { LingeringPayment, lingeringPayments } from "@/lib/contracts/lingering-payments";
import { LINGERING_CAUSES } from "@/lib/contracts/values/lingering";
import { sumMinor, toWireDecimal } from "@/lib/money";
import type { CompanyContext } from "@/server/platform/context";
import { type ChargeRow, toBookedPayment, toOpenCharge, toProcessors } from "./booked-payments";
import { type LikelyCause, likelyCause, type Subject } from "./likely-cause";
import { quickbooksAddress } from "./quickbooks-address";
import {
  type LingeringRow,
  type NeighbourRow,
  type RefundRow,
  readLingering,
} from "./read-lingering";
import { type BookedPayment, type OpenCharge, shownNumber } from "./recorded-twice";

const DEFAULT_PAGE_SIZE = 50;

interface Lingering {
  payment: BookedPayment;
  days: number;
  why: LikelyCause;
}

/** A page of the payments that wait too long in Undeposited Funds, oldest first, each with its likely cause. */
export async function listLingeringPayments(
  ctx: CompanyContext,
  { cause, page = 1, page_size = DEFAULT_PAGE_SIZE }: QueryOf<typeof lingeringPayments>,
): Promise<ResponseOf<typeof lingeringPayments>> {
  const all = explain(await readLingering(ctx));
  const chosen = cause === undefined ? all : all.filter(({ why }) => why.cause === cause);
  const shown = chosen.slice((page - 1) * page_size, page * page_size);
  return {
    payments: shown.map(toView),
    sums: sumsByCurrency(chosen),
    causes: LINGERING_CAUSES.flatMap((each) => {
      const payments = all.filter(({ why }) => why.cause === each).length;
      return payments === 0 ? [] : [{ cause: each, payments }];
    }),
    total: chosen.length,
    page,
    page_size,
  };
}

function explain(read: Awaited<ReturnType<typeof readLingering>>): Lingering[] {
  const explained = byPayment(read.explained);
  const receipts = byPayment(read.receipts);
  const charges = chargeIndex(read.charges);
  const refunds = byAmount(read.refunds);
  const processors = toProcessors(read.facts.processors);
  return read.rows.map(({ payment: row, days, matchedIn }: LingeringRow) => {
    const payment = toBookedPayment(row);
    const why = likelyCause(payment, {
      matchedIn,
      explained: explained.get(payment.id) ?? [],
      refundReceipts: receipts.get(payment.id) ?? [],
      refundLines: refunds.get(keyOf(payment.currency, -payment.amount)) ?? [],
      openCharges: charges(payment),
      paidOutUntil: read.facts.paidOut[payment.currency] ?? null,
      processors,
    });
    return { payment, days, why };
  });
}

function keyOf(currency: string, amount: number): string {
  return `${currency} ${amount}`;
}

function byPayment(rows: readonly NeighbourRow[]): Map<number, BookedPayment[]> {
  return grouped(rows.map(({ of, payment }) => [of, toBookedPayment(payment)]));
}

function byAmount(rows: readonly RefundRow[]) {
  const lines = rows.map((row) => ({ ...row, gross: Number(row.gross) }));
  return grouped(lines.map((line) => [keyOf(line.currency, line.gross), line]));
}

/** The open charges that a payment could record, without walking over all of them. */
function chargeIndex(rows: readonly ChargeRow[]): (payment: BookedPayment) => OpenCharge[] {
  const charges = rows.map(toOpenCharge);
  const amounts = grouped(
    charges.flatMap((charge) =>
      [...new Set([charge.gross, charge.net])].map(
        (amount) => [keyOf(charge.currency, amount), charge] as const,
      ),
    ),
  );
  const whole = charges.filter(({ isWholePayout }) => isWholePayout);
  return ({ currency, amount }) => [...(amounts.get(keyOf(currency, amount)) ?? []), ...whole];
}

function grouped<Key, Value>(pairs: readonly (readonly [Key, Value])[]): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const [key, value] of pairs) {
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

function sumsByCurrency(rows: readonly Lingering[]) {
  const groups = grouped(rows.map(({ payment }) => [payment.currency, payment.amount]));
  return [...groups].map(([currency, amounts]) => ({
    currency,
    amount: toWireDecimal(sumMinor(amounts), currency),
    payments: amounts.length,
  }));
}

function toView({ payment, days, why }: Lingering): LingeringPayment {
  return {
    Id: payment.providerId,
    TxnDate: payment.date,
    TotalAmt: toWireDecimal(payment.amount, payment.currency),
    CustomerName: payment.customerName,
    currency: payment.currency,
    kind: payment.kind,
    number: shownNumber(payment),
    quickbooks_url: quickbooksAddress(payment.providerId, payment.kind),
    days,
    cause: why.cause,
    text: why.text,
    links: why.about.map(toLink),
  };
}

function toLink(subject: Subject): LingeringPayment["links"][number] {
  if ("depositId" in subject) {
    return { label: `Deposit #${subject.depositId}`, url: `/transaction/${subject.depositId}` };
  }
  const { payment } = subject;
  return {
    label: shownNumber(payment),
    url: quickbooksAddress(payment.providerId, payment.kind),
  };
}
