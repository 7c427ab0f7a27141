import type { Deposit, DepositLine, Integration, LedgerPayment } from "@/generated/prisma/client";
import { dateText } from "@/lib/dates";
import type { DepositInput, LineInput, PaymentInput } from "@/matching/engine/contract";
import { parseCustomer } from "@/server/deposits/parse-customer";

/** What of the rows the engine reads. */
export interface EngineDeposit
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
  | "date"
  | "gross"
  | "fee"
  | "net"
  | "description"
  | "customerName"
  | "customerEmail"
  | "customer"
  | "reference"
>;
export type EnginePayment = Pick<
  LedgerPayment,
  | "id"
  | "kind"
  | "txnDate"
  | "amount"
  | "currency"
  | "customerName"
  | "customerEmail"
  | "customer"
  | "referenceNumber"
  | "note"
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

export function toLineInput(line: EngineLine): LineInput {
  return {
    id: String(line.id),
    type: line.kind,
    date: dateText(line.date),
    amount: Number(line.gross),
    fee: Number(line.fee),
    net: Number(line.net),
    description: line.description,
    entity: line.customerName,
    email: line.customerEmail,
    customer: parseCustomer(line.customer) ?? undefined,
    reference: line.reference,
  };
}

export function toPaymentInput(payment: EnginePayment): PaymentInput {
  return {
    id: String(payment.id),
    date: dateText(payment.txnDate),
    amount: Number(payment.amount),
    currency: payment.currency,
    customerName: payment.customerName,
    email: payment.customerEmail,
    customer: parseCustomer(payment.customer) ?? undefined,
    reference: payment.referenceNumber,
    note: payment.note,
    type: payment.kind,
  };
}
