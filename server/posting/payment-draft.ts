import { z } from "zod";
import type { LedgerPayment, PlannedPayment } from "@/generated/prisma/client";
import { CREATED_PAYMENT_KINDS } from "@/lib/constants/payments";
import { type PlannedInvoice, plannedInvoices } from "@/lib/constants/planned-invoices";
import { dateText } from "@/lib/dates";
import type { PaymentDraft } from "@/server/providers/ledger";
import { bookedOn } from "./open-day-posting";

/** A payment or receipt that a user chose to have created, with what that takes. */
export type PlannedRow = LedgerPayment & { planned: PlannedPayment };

/** Ledgers take no longer note. */
const NOTE_LENGTH = 4000;

const createdKind = z.enum(CREATED_PAYMENT_KINDS);

/** @throws ZodError when the stored value is not what planning writes: a defect of ours. */
export function invoicesOf({ planned }: PlannedRow): PlannedInvoice[] {
  return plannedInvoices.parse(planned.invoices);
}

/**
 * What is sent to the ledger. The note ends with the request id, by which it is found again.
 * @param earliest the day that was chosen for its deposit because the books are closed.
 * @param accountId where it waits, in books without Undeposited Funds.
 */
export function toPaymentDraft(
  row: PlannedRow,
  earliest: Date | null,
  accountId?: string,
): PaymentDraft {
  const { planned } = row;
  const isReceipt = row.kind !== "Payment";
  const marker = ` ${planned.requestId}`;
  return {
    kind: createdKind.parse(row.kind),
    ...(accountId !== undefined && { accountId }),
    date: bookedOn(dateText(row.txnDate), earliest),
    amount: Math.abs(Number(row.amount)),
    currency: row.currency,
    customerId: row.customerId || null,
    referenceNumber: row.referenceNumber,
    note: row.note.slice(0, NOTE_LENGTH - marker.length) + marker,
    invoices: invoicesOf(row).map(({ invoiceId, amount }) => ({ id: invoiceId, amount })),
    itemId: isReceipt ? planned.itemId : null,
    taxCodeId: isReceipt ? planned.taxCodeId : null,
    classId: isReceipt ? planned.classId : null,
    description: isReceipt ? row.note.slice(0, NOTE_LENGTH) : "",
  };
}

const storedDraft = z.object({
  kind: createdKind,
  accountId: z.string().optional(),
  date: z.string(),
  amount: z.int(),
  currency: z.string(),
  customerId: z.string().nullable(),
  referenceNumber: z.string(),
  note: z.string(),
  invoices: z.array(z.object({ id: z.string(), amount: z.int() })),
  itemId: z.string().nullable(),
  taxCodeId: z.string().nullable(),
  classId: z.string().nullable(),
  description: z.string(),
}) satisfies z.ZodType<PaymentDraft>;

/** What was sent, as it is stored. @throws ZodError when it is something else: a defect of ours. */
export function readDraft(stored: unknown): PaymentDraft {
  return storedDraft.parse(stored);
}
