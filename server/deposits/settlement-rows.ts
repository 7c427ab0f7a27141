import {
  type Deposit,
  type DepositAdjustment,
  type DepositLine,
  type LedgerPayment,
  Prisma,
} from "@/generated/prisma/client";
import type { LedgerWords } from "@/lib/ledger-words";
import { bookingKind, feeKind, type UnbookedPart } from "@/lib/line-bookings";
import { LEDGERS } from "@/lib/providers/list";
import type {
  Named,
  SettlementAdjustment,
  SettlementDeposit,
  SettlementLine,
  SettlementMatch,
  UnbookedEntry,
} from "@/lib/settlement";
import { processorKey } from "@/matching/engine/records/payment-method-hint";
import { type KindAccounts, readKindAccounts } from "@/server/connections/line-settings";
import type { CompanyContext } from "@/server/platform/context";
import type { BookedPayment, OpenCharge } from "./duplicate-payments";
import { type LineCode, parseFindings } from "./findings";

/** What is loaded of a match wherever a sum is made. */
export const withParts = {
  lines: true,
  payments: { include: { payment: true } },
  adjustments: true,
} satisfies Prisma.MatchInclude;

/** The parts of a deposit that its sum is made of. */
type SummedDeposit = Pick<Deposit, "amount"> & {
  lines: SummedLine[];
  /** Of its source: the accounts that the company chose. */
  integration: { settings: unknown };
};

type SummedLine = Pick<
  DepositLine,
  | "id"
  | "kind"
  | "providerKind"
  | "description"
  | "gross"
  | "fee"
  | "net"
  | "feePredicted"
  | "accountId"
  | "feeAccountId"
  | "bookedCustomerId"
  | "bookedCustomerName"
  | "classId"
  | "className"
>;

/** The parts of a match that a sum is made of. */
interface SummedMatch {
  lines: { lineId: number }[];
  payments: { payment: Pick<LedgerPayment, "amount"> }[];
  adjustments: AdjustmentRow[];
}

type AdjustmentRow = Pick<
  DepositAdjustment,
  "amount" | "accountId" | "description" | "customerId" | "customerName" | "classId" | "className"
>;

/** The account that is stored for a predicted fee, which goes to the expense category of the source. */
export const EXPENSE_CATEGORY = "";

/** A deposit as it is added up. A line's own account counts before that of its kind. */
export function toSettlementDeposit(deposit: SummedDeposit): SettlementDeposit {
  const accounts = readKindAccounts(deposit.integration.settings);
  return {
    amount: Number(deposit.amount),
    lines: deposit.lines.map((line) => toSettlementLine(line, accounts)),
  };
}

function toSettlementLine(line: SummedLine, accounts: KindAccounts): SettlementLine {
  return {
    id: line.id,
    kind: line.kind,
    description: line.description,
    gross: Number(line.gross),
    fee: Number(line.fee),
    net: Number(line.net),
    feePredicted: line.feePredicted,
    providerKind: line.providerKind,
    accountId: line.accountId ?? accounts[bookingKind(line)]?.id ?? null,
    feeAccountId: line.feeAccountId ?? accounts[feeKind(line)]?.id ?? null,
    tags: {
      customer: named(line.bookedCustomerId, line.bookedCustomerName),
      class: named(line.classId, line.className),
    },
  };
}

function named(id: string | null, name: string | null): Named | undefined {
  return id !== null && name !== null ? { id, name } : undefined;
}

export function toSettlementMatch(match: SummedMatch): SettlementMatch {
  return {
    lineIds: match.lines.map((line) => line.lineId),
    payments: match.payments.map(({ payment }) => ({ amount: Number(payment.amount) })),
    adjustments: match.adjustments.map(toSettlementAdjustment),
  };
}

function toSettlementAdjustment(row: AdjustmentRow): SettlementAdjustment {
  const { accountId, description } = row;
  const amount = Number(row.amount);
  return accountId === EXPENSE_CATEGORY
    ? { kind: "fee", amount, description }
    : {
        kind: "account",
        amount,
        accountId,
        description,
        customer: named(row.customerId, row.customerName),
        class: named(row.classId, row.className),
      };
}

/** The inverse of how {@link toSettlementMatch} reads an adjustment. */
export function toAdjustmentRow(adjustment: SettlementAdjustment) {
  const { amount, description } = adjustment;
  if (adjustment.kind === "fee") {
    return { amount, accountId: EXPENSE_CATEGORY, accountName: "", description };
  }
  const { accountId, accountName = "", customer, class: ofClass } = adjustment;
  return {
    amount,
    accountId,
    accountName,
    description,
    customerId: customer?.id ?? null,
    customerName: customer?.name ?? null,
    classId: ofClass?.id ?? null,
    className: ofClass?.name ?? null,
  };
}

/**
 * Which lines of a deposit have a payment in the books that is on a Deposit there already, and on which, for the user.
 * It may be another one's, so a person may still record a receipt; nothing records one automatically. As the engine last
 * found it.
 * @param stored the deposit's findings.
 */
export function depositedLines(
  stored: unknown,
  ledger: LedgerWords,
): (lineId: number) => string | null {
  const recorded = recordedLines(stored, ledger);
  const found = (parseFindings(stored)?.lines ?? []).filter(
    ({ code }) => code === "already_matched",
  );
  return (id) => {
    const isRecorded = recorded(id);
    if (isRecorded) return isRecorded;
    const finding = found.find(({ lineId }) => lineId === id);
    if (!finding) return null;
    const deposit = finding.payments[0]?.depositedOn;
    return deposit
      ? `A payment that fits is on ${ledger.depositOf(deposit)} in ${ledger.name} already. Look at it first.`
      : "A payment that fits is on another deposit. Look at it first.";
  };
}

/**
 * Which lines of a deposit have their sale in the books where no match can use it, and how, for the user: in the
 * currency that the customer paid, or as a part of a payment for other charges too. As the engine last found it.
 * @param stored the deposit's findings.
 */
export function recordedLines(
  stored: unknown,
  { name }: LedgerWords,
): (lineId: number) => string | null {
  const lines = parseFindings(stored)?.lines ?? [];
  return (id) => {
    const found = lines.find(({ lineId }) => lineId === id);
    if (found?.code === "part_of_payment") {
      return `It is a part of a payment in ${name} that is for other charges too. Look at it first.`;
    }
    if (!found?.exchange) return null;
    return `Its payment is in ${name} in ${found.exchange.paid.currency}. Look at it first.`;
  };
}

const BANKED: ReadonlySet<LineCode> = new Set(["in_bank", "other_account"]);

/**
 * Which lines of a deposit can't get a receipt, and why, for the user: their payment, or their whole payout, was booked
 * straight to the bank, or the payment to another account, so that a receipt would record the income a second time. As the
 * engine last found it.
 * @param stored the deposit's findings.
 */
export function bankedLines(
  stored: unknown,
  { name }: LedgerWords,
): (lineId: number) => string | null {
  const banked = (parseFindings(stored)?.lines ?? []).filter(({ code }) => BANKED.has(code));
  return (id) => {
    const found = banked.find(({ lineId }) => lineId === null || lineId === id);
    if (!found) return null;
    const what = found.lineId === null ? "This payout" : "The payment";
    const bank =
      found.code === "in_bank"
        ? found.payments[0]?.bankName || "your bank account"
        : found.payments[0]?.otherAccount?.name || `another account of ${name}`;
    return `${what} is in ${bank} already. A receipt would record it a second time.`;
  };
}

/** The parts of a deposit needed to leave lines out. Amounts in minor units. */
interface Divisible {
  amount: bigint;
  lines: { id: number; net: bigint }[];
}

/**
 * A deposit without the lines that are decided already, and without their part of its amount: what is left
 * to match.
 */
export function openPart<D extends Divisible>(deposit: D, decidedLineIds: ReadonlySet<number>): D {
  if (decidedLineIds.size === 0) return deposit;
  let { amount } = deposit;
  for (const { id, net } of deposit.lines) if (decidedLineIds.has(id)) amount -= net;
  return { ...deposit, amount, lines: deposit.lines.filter(({ id }) => !decidedLineIds.has(id)) };
}

type PartLine = Pick<DepositLine, "id" | "customerName" | "providerKind">;

/** The parts of a deposit that wait for an account, with the customers of its lines. */
export function unbookedParts(
  deposit: Pick<Deposit, "currency"> & { lines: PartLine[] },
  unbooked: readonly UnbookedEntry[],
  source: string,
): UnbookedPart[] {
  const lines = new Map(deposit.lines.map((line) => [line.id, line]));
  return unbooked.map(({ kind, amount, lineId }) => ({
    kind,
    providerKind: lines.get(lineId)?.providerKind,
    amount,
    currency: deposit.currency,
    customer: lines.get(lineId)?.customerName ?? "",
    source,
  }));
}

/** Minor units in text, as JSON has no bigints. */
export type BookedRow = Omit<BookedPayment, "amount"> & { amount: string };
export type ChargeRow = Omit<OpenCharge, "gross" | "net"> & { gross: string; net: string };

/** SQL: a row of `ledger_payments` as {@link BookedRow}. */
export function bookedRow(alias: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`jsonb_build_object('id', ${alias}.id, 'kind', ${alias}.kind,
    'providerId', ${alias}.provider_id,
    'documentNumber', coalesce(${alias}.raw ->> 'DocNumber', ''),
    'date', ${alias}.txn_date::text, 'amount', ${alias}.amount::text, 'currency', ${alias}.currency,
    'customerId', ${alias}.customer_id, 'customerName', ${alias}.customer_name,
    'reference', ${alias}.reference_number, 'note', ${alias}.note,
    'paymentMethod', ${alias}.payment_method)`;
}

/**
 * SQL: the charges of open deposits that no match explains, and open payouts without lines, as columns of
 * {@link ChargeRow}.
 */
export function openCharges({ companyId }: CompanyContext): Prisma.Sql {
  return Prisma.sql`SELECT d.id AS "depositId", coalesce(l.date, d.txn_date)::text AS date, d.currency,
      coalesce(l.gross, d.amount)::text AS gross, coalesce(l.net, d.amount)::text AS net,
      coalesce(l.customer_name, '') AS "customerName", l.id IS NULL AS "isWholePayout"
    FROM deposits d
    LEFT JOIN deposit_lines l ON l.company_id = d.company_id AND l.deposit_id = d.id AND d.itemized
    WHERE d.company_id = ${companyId}::uuid AND d.deleted_at IS NULL
      AND d.status IN ('pending', 'suggested')
      AND CASE WHEN l.id IS NULL THEN NOT d.itemized AND NOT EXISTS (SELECT FROM matches m
          WHERE m.company_id = d.company_id AND m.deposit_id = d.id AND m.live)
        ELSE l.kind = 'charge' AND NOT EXISTS (SELECT FROM match_lines ml
          WHERE ml.company_id = l.company_id AND ml.line_id = l.id AND ml.live) END`;
}

/** How many of the newest payouts are searched for their newest charge. */
const NEWEST = Prisma.sql`LIMIT 3`;

/** SQL: the day of the newest charge that was paid out in a currency. */
export function paidOutUntil({ companyId }: CompanyContext, currency: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(SELECT max(l.date)::text FROM (SELECT d.id FROM deposits d
      WHERE d.company_id = ${companyId}::uuid AND d.currency = ${currency} AND d.deleted_at IS NULL
      ORDER BY d.txn_date DESC, d.id DESC ${NEWEST}) newest
    JOIN deposit_lines l ON l.company_id = ${companyId}::uuid AND l.deposit_id = newest.id
      AND l.kind = 'charge')`;
}

/** SQL: the connected processors. */
export function connectedProcessors({ companyId }: CompanyContext): Prisma.Sql {
  return Prisma.sql`ARRAY(SELECT i.provider::text FROM integrations i
    WHERE i.company_id = ${companyId}::uuid AND i.provider <> ALL (${LEDGERS}::provider[])
      AND i.status <> 'disconnected')`;
}

export function toBookedPayment(row: BookedRow): BookedPayment {
  return { ...row, amount: Number(row.amount) };
}

export function toOpenCharge(row: ChargeRow): OpenCharge {
  return { ...row, gross: Number(row.gross), net: Number(row.net) };
}

export function toProcessors(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map(processorKey));
}
