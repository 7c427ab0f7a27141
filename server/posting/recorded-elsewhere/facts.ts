import type { Integration, Prisma } from "@/generated/prisma/client";
import { addDays, dateText } from "@/lib/dates";
import { groupBy } from "@/lib/group-by";
import { bankFor } from "@/server/connections/bank-accounts";
import { providerName } from "@/server/connections/find";
import { hasUndepositedFunds } from "@/server/connections/payment-account";
import { type EarlierPayout, readEarlierPayouts } from "@/server/connections/start-dates";
import { allNumbers } from "@/server/deposits/line-numbers";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import type { LedgerDeposit } from "@/server/providers/ledger";
import { CHANGED_IN_LEDGER, isUnderway } from "@/server/work/postings";

/**
 * What is compared to tell whether a Deposit in the books is a payout's. Amounts in minor units, dates
 * `YYYY-MM-DD`.
 */

export interface PayoutFacts {
  id: number;
  /** The processor's id. */
  providerId: string;
  /** The processor: "Stripe". */
  processor: string;
  amount: number;
  currency: string;
  /** When it reached the bank. */
  date: string;
  /** The account that it would be posted to; null while none is chosen. */
  bankId: string | null;
  /** Empty where the processor doesn't say what is inside. */
  lines: LineFacts[];
  /**
   * pending: it waits for an answer, or to be posted in books that clear an account. matched: its payments are open in the
   * books, so that they can't be on a Deposit already. decided: it has its Deposit, or was put aside: it only counts as a
   * rival.
   */
  state: "pending" | "matched" | "decided";
  /** Its source's payouts before that day are unknown to us; null where all are known that may be rivals. */
  unknownBefore: string | null;
  /** Ids of Deposits that a user said are not its own, or that it was unlinked from. */
  refused: ReadonlySet<string>;
}

export interface LineFacts {
  kind: "charge" | "refund" | "other";
  gross: number;
  net: number;
  date: string;
  /** Ids and numbers that the books may carry. */
  references: readonly string[];
}

export interface ExistingFacts {
  id: string;
  date: string;
  total: number;
  currency: string;
  /** Empty where the ledger doesn't say. */
  bankId: string;
  /** Its memo, and all that its lines say. */
  text: string;
  /** What it links from Undeposited Funds. */
  payments: PaymentFacts[];
  /** It also links what is no payment of a customer, or one that we don't know. */
  hasOthers: boolean;
  /** What its own lines book to accounts: fees, a sale that has no payment, a correction. Signed. */
  booked: readonly number[];
  /** It is another payout's, as we know: it only counts as a rival. */
  isTaken: boolean;
}

export interface PaymentFacts {
  amount: number;
  date: string;
  references: readonly string[];
}

/** "certain": linked automatically. "likely": a user says so. */
export interface Verdict {
  payoutId: number;
  existingId: string;
  verdict: "certain" | "likely";
  /** In words, for the user: "same total". */
  evidence: string[];
}

/** People and other apps date a Deposit by the payout's creation, its arrival, or when they got to it. */
export const WINDOW_DAYS = 10;

/** The words of a text that may be ids: "po_1" is not in "po_12". */
export function idsIn(text: string): string[] {
  return text.split(/[^\w-]+/).filter((word) => word !== "");
}

/** Whether a note names a payout. The id as a whole word: po_1 is not mentioned by po_12. */
export function mentions(note: string, payoutId: string): boolean {
  return idsIn(note).includes(payoutId);
}

/** Payouts that far away may still be rivals. */
const RIVALS_DAYS = 35;
/** Of ids in one statement. */
const BATCH = 1_000;

type Ledger = Pick<Integration, "id" | "settings" | "provider">;
interface Span {
  /** `YYYY-MM-DD`, inclusive. */
  from: string;
  to: string;
}

const withFacts = {
  lines: {
    select: { kind: true, gross: true, net: true, date: true, reference: true, numbers: true },
  },
  integration: { select: { provider: true } },
  postings: true,
  existing: { where: { state: "dismissed" }, select: { quickbooksDepositId: true } },
} satisfies Prisma.DepositInclude;
type Row = Prisma.DepositGetPayload<{
  omit: { raw: true; findings: true };
  include: typeof withFacts;
}>;

/**
 * The company's payouts around these days, and the Deposits in the books, as they are compared.
 * @param sending the deposit whose posting is being sent: it counts as one that waits to be posted.
 */
export async function readFacts(
  tx: Tx,
  ctx: CompanyContext,
  ledger: Ledger,
  look: { span: Span; deposits: readonly LedgerDeposit[]; sending?: number },
): Promise<{ payouts: PayoutFacts[]; existing: ExistingFacts[] }> {
  const { companyId } = ctx;
  const { span, deposits, sending } = look;
  const around = {
    companyId,
    txnDate: {
      gte: new Date(addDays(span.from, -RIVALS_DAYS)),
      lte: new Date(addDays(span.to, RIVALS_DAYS)),
    },
  };
  const open = { status: { not: "posted" } } satisfies Prisma.DepositWhereInput;
  const rows = await tx.deposit.findMany({
    where: { ...around, ...open },
    omit: { raw: true, findings: true },
    include: withFacts,
    orderBy: { id: "asc" },
  });
  const posted = await tx.deposit.findMany({
    where: { ...around, NOT: open },
    select: { id: true, providerId: true, amount: true, currency: true, txnDate: true },
    orderBy: { id: "asc" },
  });
  const { earlier, unknownBefore } = await readEarlier(tx, ctx);
  return {
    payouts: [
      ...rows.map((row) => toPayout(row, { ledger, sending, unknownBefore })),
      ...posted.map((row) => toRival({ ...row, date: dateText(row.txnDate) })),
      ...earlier.map((payout, index) => toRival({ ...payout, id: -1 - index })),
    ],
    existing: await toExisting(tx, ctx, ledger, deposits),
  };
}

/** What was paid out before the start dates, and of which sources that isn't known. */
async function readEarlier(
  tx: Tx,
  { companyId }: CompanyContext,
): Promise<{ earlier: EarlierPayout[]; unknownBefore: ReadonlyMap<string, string> }> {
  const sources = await tx.integration.findMany({
    where: { companyId, NOT: { importFrom: null } },
    select: { id: true, importFrom: true, earlierPayouts: true },
  });
  const earlier: EarlierPayout[] = [];
  const unknownBefore = new Map<string, string>();
  for (const { id, importFrom, earlierPayouts } of sources) {
    const known = readEarlierPayouts(earlierPayouts);
    if (known) earlier.push(...known);
    else if (importFrom) unknownBefore.set(id, dateText(importFrom));
  }
  return { earlier, unknownBefore };
}

function toPayout(
  row: Row,
  facts: {
    ledger: Ledger;
    sending: number | undefined;
    unknownBefore: ReadonlyMap<string, string>;
  },
): PayoutFacts {
  const { ledger, sending, unknownBefore } = facts;
  const { provider } = row.integration;
  const bank = bankFor(ledger.settings, { source: provider, currency: row.currency });
  const isClearing = !hasUndepositedFunds(ledger);
  const unlinked = row.postings.flatMap(({ state, errorCode, quickbooksDepositId }) =>
    // A user who edits it may add it up differently: that is their decision, where it still names its payments.
    state === "undone" && (isClearing || errorCode !== CHANGED_IN_LEDGER)
      ? (quickbooksDepositId ?? [])
      : [],
  );
  return {
    id: row.id,
    providerId: row.providerId,
    processor: providerName(provider),
    amount: Number(row.amount),
    currency: row.currency,
    date: dateText(row.txnDate),
    bankId: bank?.bankId ?? null,
    lines: row.lines.map(({ kind, gross, net, date, ...numbers }) => ({
      kind: kind === "charge" || kind === "refund" ? kind : "other",
      gross: Number(gross),
      net: Number(net),
      date: dateText(date),
      references: idsIn(allNumbers(numbers)),
    })),
    state: stateOf(row, { isClearing, sending }),
    unknownBefore: unknownBefore.get(row.integrationId) ?? null,
    refused: new Set([
      ...unlinked,
      ...row.existing.map(({ quickbooksDepositId }) => quickbooksDepositId),
    ]),
  };
}

/** Of a payout that is posted, or was never imported, only its amount and day count. */
function toRival(payout: {
  id: number;
  providerId: string;
  amount: number | bigint;
  currency: string;
  date: string;
}): PayoutFacts {
  const { id, providerId, currency, date } = payout;
  return {
    ...{ id, providerId, currency, date, processor: "", bankId: null, lines: [] },
    amount: Number(payout.amount),
    state: "decided",
    unknownBefore: null,
    refused: new Set(),
  };
}

function stateOf(
  row: Row,
  { isClearing, sending }: { isClearing: boolean; sending: number | undefined },
): PayoutFacts["state"] {
  // Where an account is cleared, payments stay open whatever is booked.
  const matched = isClearing ? "pending" : "matched";
  if (row.id === sending) return matched;
  if (row.deletedAt !== null || row.payoutStatus !== "paid") return "decided";
  if (row.status === "pending" || row.status === "suggested") return "pending";
  const live = row.postings.find(({ state }) => state !== "undone");
  return row.status === "matched" && live && !isUnderway(live) ? matched : "decided";
}

async function toExisting(
  tx: Tx,
  { companyId }: CompanyContext,
  { id: integrationId, provider }: Ledger,
  deposits: readonly LedgerDeposit[],
): Promise<ExistingFacts[]> {
  const isClearing = !hasUndepositedFunds({ provider });
  const taken = new Set<string>();
  const payments = new Map<string, Prisma.LedgerPaymentGetPayload<object>[]>();
  for (let start = 0; start < deposits.length; start += BATCH) {
    const ids = deposits.slice(start, start + BATCH).map(({ id }) => id);
    const postings = await tx.posting.findMany({
      where: {
        ...{ companyId, quickbooksDepositId: { in: ids }, NOT: { state: "undone" } },
        OR: [{ integrationId }, { integrationId: null }],
      },
      select: { quickbooksDepositId: true },
    });
    for (const { quickbooksDepositId } of postings) taken.add(quickbooksDepositId ?? "");
    const held = await tx.ledgerPayment.findMany({
      where: { companyId, integrationId, depositedOn: { in: ids } },
    });
    for (const [id, rows] of groupBy(held, ({ depositedOn }) => depositedOn ?? "")) {
      payments.set(id, rows);
    }
  }
  return deposits.map((deposit) => {
    const known = payments.get(deposit.id) ?? [];
    return {
      id: deposit.id,
      date: deposit.date,
      total: deposit.total,
      currency: deposit.currency,
      bankId: deposit.bankId,
      text: textOf(deposit, { isClearing }),
      payments: known.map(toPaymentFacts),
      hasOthers: deposit.payments.length !== known.length,
      booked: deposit.entries.map(({ amount }) => amount),
      isTaken: taken.has(deposit.id),
    };
  });
}

/** Where an account is cleared, its name is often all that says whose payout it is: "Stripe Clearing". */
function textOf({ note, entries }: LedgerDeposit, { isClearing }: { isClearing: boolean }): string {
  const words = entries.flatMap(({ description, customerName, accountName }) => [
    ...[description, customerName],
    ...(isClearing ? [accountName] : []),
  ]);
  return [note, ...words].filter((text) => text !== "").join(" · ");
}

function toPaymentFacts({
  amount,
  txnDate,
  referenceNumber,
  note,
}: Prisma.LedgerPaymentGetPayload<object>): PaymentFacts {
  return {
    amount: Number(amount),
    date: dateText(txnDate),
    references: idsIn(`${referenceNumber} ${note}`),
  };
}
