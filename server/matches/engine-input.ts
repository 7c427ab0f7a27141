import { z } from "zod";
import type {
  Deposit,
  DepositLine,
  Integration,
  LedgerPayment,
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
import { withLines } from "@/server/deposits/require-deposit";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

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
    id: String(deposit.id),
    date: dateText(deposit.txnDate),
    amount: Number(deposit.amount),
    currency: deposit.currency,
    processor: deposit.integration.provider,
    description: deposit.description,
    reference: deposit.providerId,
    ...(deposit.itemized && { lines: deposit.lines.map(toLineInput) }),
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

const withFacts = {
  deposit: { include: withLines },
  lines: { include: { line: true } },
  payments: { include: { payment: true } },
} satisfies Prisma.MatchInclude;

/** A payment that we made from the line itself says nothing about how the books record one. */
const found = {
  payments: { none: { payment: { planned: { isNot: null } } } },
} satisfies Prisma.MatchWhereInput;

type Decided = Prisma.MatchGetPayload<{ include: typeof withFacts }>;

/** The company's past decisions, as pairs the engine learns from. */
export async function loadPastDecisions(tx: Tx, ctx: CompanyContext): Promise<HistoryEntry[]> {
  const { companyId } = ctx;
  const refused = await tx.match.findMany({
    where: { companyId, state: { in: ["dismissed", "undone"] }, ...found },
    include: withFacts,
    orderBy: { createdAt: "asc" },
  });
  const confirmed = await tx.match.findMany({
    where: { companyId, state: "accepted", NOT: { decidedBy: null }, ...found },
    include: withFacts,
    orderBy: { createdAt: "desc" },
    take: LATEST_CONFIRMATIONS,
  });
  return [...refused, ...confirmed].flatMap(toPairs);
}

function toPairs(match: Decided): HistoryEntry[] {
  const decision = DECISIONS[match.state];
  if (!decision) return [];
  const { lines: _, ...deposit } = toDepositInput(match.deposit);
  const payments = match.payments.map(({ payment }) => toPaymentInput(payment));
  if (match.lines.length === 0) {
    return payments.map((payment) => ({ decision, deposit, payment }));
  }
  return match.lines.flatMap(({ line }) =>
    payments.map((payment) => ({ decision, deposit, line: toLineInput(line), payment })),
  );
}

const DECISIONS: Partial<Record<Decided["state"], HistoryEntry["decision"]>> = {
  dismissed: "dismissed",
  undone: "undone",
  accepted: "confirmed",
};
