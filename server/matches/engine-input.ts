import { z } from "zod";
import {
  type Deposit,
  type DepositLine,
  type Integration,
  type LedgerPayment,
  type MatchState,
  Prisma,
} from "@/generated/prisma/client";
import { dateText } from "@/lib/dates";
import type {
  AppliedInvoice,
  DepositInput,
  HistoryEntry,
  LineInput,
  PaymentInput,
} from "@/matching/engine/contract";
import { PART_CAPTURE } from "@/matching/engine/records/captures";
import { parseCustomer } from "@/server/deposits/findings";
import { parseNumbers } from "@/server/deposits/line-numbers";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import {
  type DepositFacts,
  depositColumns,
  lineColumns,
  type OpenLine,
  type OpenPayment,
  paymentColumns,
  type Stored,
  toDeposit,
  toLine,
  toPayment,
} from "./load-open-rows";

/** The columns that the engine reads. */
interface EngineDeposit
  extends Pick<
    Deposit,
    "id" | "providerId" | "txnDate" | "amount" | "currency" | "description" | "itemized"
  > {
  lines: EngineLine[];
  integration: Pick<Integration, "provider">;
}
export type EngineLine = Pick<
  DepositLine,
  | "id"
  | "kind"
  | "providerKind"
  | "date"
  | "gross"
  | "fee"
  | "net"
  | "description"
  | "customerName"
  | "customerEmail"
  | "customer"
  | "reference"
  | "numbers"
  | "chargeId"
  | "paidAmount"
  | "paidCurrency"
>;
type EnginePayment = Pick<
  LedgerPayment,
  | "id"
  | "kind"
  | "txnDate"
  | "amount"
  | "currency"
  | "worthAmount"
  | "worthCurrency"
  | "customerName"
  | "customerEmail"
  | "customer"
  | "referenceNumber"
  | "note"
  | "paymentMethod"
  | "appliedTo"
>;

/** A stored deposit as the engine reads it. The engine's ids are our row ids. */
export function toDepositInput(deposit: EngineDeposit): DepositInput {
  return {
    ...toWholeDeposit(deposit),
    ...(deposit.itemized && { lines: deposit.lines.map(toLineInput) }),
  };
}

function toWholeDeposit(deposit: Omit<EngineDeposit, "lines">): Omit<DepositInput, "lines"> {
  return {
    id: String(deposit.id),
    date: dateText(deposit.txnDate),
    amount: Number(deposit.amount),
    currency: deposit.currency,
    processor: deposit.integration.provider,
    description: deposit.description,
    reference: deposit.providerId,
  };
}

function toLineInput(line: EngineLine): LineInput {
  const numbers = parseNumbers(line.numbers);
  return {
    id: String(line.id),
    type: line.providerKind === PART_CAPTURE ? PART_CAPTURE : line.kind,
    date: dateText(line.date),
    amount: Number(line.gross),
    fee: Number(line.fee),
    net: Number(line.net),
    description: line.description,
    entity: line.customerName,
    email: line.customerEmail,
    customer: parseCustomer(line.customer) ?? undefined,
    reference: line.reference,
    ...(numbers.length > 0 && { numbers }),
    ...(line.chargeId !== "" && { chargeId: line.chargeId }),
    ...(line.paidAmount !== null &&
      line.paidCurrency !== null && {
        paid: { amount: Number(line.paidAmount), currency: line.paidCurrency },
      }),
  };
}

export function toPaymentInput(payment: EnginePayment): PaymentInput {
  return {
    id: String(payment.id),
    date: dateText(payment.txnDate),
    amount: Number(payment.amount),
    currency: payment.currency,
    ...(payment.worthAmount !== null &&
      payment.worthCurrency !== null && {
        worth: { amount: Number(payment.worthAmount), currency: payment.worthCurrency },
      }),
    customerName: payment.customerName,
    email: payment.customerEmail,
    customer: parseCustomer(payment.customer) ?? undefined,
    reference: payment.referenceNumber,
    note: payment.note,
    type: payment.kind,
    ...(payment.paymentMethod !== "" && { method: payment.paymentMethod }),
    ...(payment.appliedTo !== null && { appliedTo: storedInvoices.parse(payment.appliedTo) }),
  };
}

const storedInvoices: z.ZodType<AppliedInvoice[]> = z.array(
  z.object({ id: z.string().optional(), number: z.string().optional() }),
);

/** Enough to learn a company's habits from; dismissals count for ever and are never cut. */
const LATEST_CONFIRMATIONS = 2_000;

/** A past decision with its facts, as JSON. */
interface Decided {
  state: MatchState;
  deposit: Stored<DepositFacts>;
  lines: Stored<OpenLine>[];
  payments: Stored<OpenPayment>[];
}

/** The company's past decisions, as pairs the engine learns from. One statement, whose answer is two texts. */
export async function loadPastDecisions(
  tx: Tx,
  { companyId }: CompanyContext,
): Promise<HistoryEntry[]> {
  const id = Prisma.sql`${companyId}::uuid`;
  // A payment that we made from the line itself says nothing about how the books record one.
  const found = Prisma.sql`NOT EXISTS (SELECT FROM match_payments u
    JOIN planned_payments made ON made.company_id = ${id} AND made.payment_id = u.payment_id
    WHERE u.company_id = ${id} AND u.match_id = m.id)`;
  const facts = Prisma.sql`json_build_object('state', m.state,
    'deposit', (SELECT to_json(o) FROM (SELECT ${depositColumns} FROM deposits d
      JOIN integrations i ON i.company_id = ${id} AND i.id = d.integration_id
      WHERE d.company_id = ${id} AND d.id = m.deposit_id) AS o),
    'lines', (SELECT coalesce(json_agg(o ORDER BY o.id), '[]') FROM (SELECT ${lineColumns} FROM match_lines u
      JOIN deposit_lines l ON l.company_id = ${id} AND l.id = u.line_id
      WHERE u.company_id = ${id} AND u.match_id = m.id) AS o),
    'payments', (SELECT coalesce(json_agg(o ORDER BY o.id), '[]') FROM (SELECT ${paymentColumns} FROM match_payments u
      JOIN ledger_payments p ON p.company_id = ${id} AND p.id = u.payment_id
      WHERE u.company_id = ${id} AND u.match_id = m.id) AS o))`;
  const [rows] = await tx.$queryRaw<[{ refused: string; confirmed: string }]>`SELECT
    (SELECT coalesce(json_agg(${facts} ORDER BY m.created_at, m.id), '[]')::text FROM matches m
      WHERE m.company_id = ${id} AND m.state IN ('dismissed', 'undone') AND ${found}) AS refused,
    (SELECT coalesce(json_agg(${facts} ORDER BY m.created_at DESC, m.id), '[]')::text FROM (
      SELECT m.* FROM matches m
      WHERE m.company_id = ${id} AND m.state = 'accepted' AND m.decided_by IS NOT NULL AND ${found}
      ORDER BY m.created_at DESC, m.id LIMIT ${LATEST_CONFIRMATIONS}) AS m) AS confirmed`;
  const matches: Decided[] = [...JSON.parse(rows.refused), ...JSON.parse(rows.confirmed)];
  return matches.flatMap(toPairs);
}

function toPairs(match: Decided): HistoryEntry[] {
  const decision = DECISIONS[match.state];
  if (!decision) return [];
  const deposit = toWholeDeposit(toDeposit(match.deposit));
  const payments = match.payments.map((payment) => toPaymentInput(toPayment(payment)));
  if (match.lines.length === 0) {
    return payments.map((payment) => ({ decision, deposit, payment }));
  }
  return match.lines
    .map(toLine)
    .flatMap((line) =>
      payments.map((payment) => ({ decision, deposit, line: toLineInput(line), payment })),
    );
}

const DECISIONS: Partial<Record<MatchState, HistoryEntry["decision"]>> = {
  dismissed: "dismissed",
  undone: "undone",
  accepted: "confirmed",
};
