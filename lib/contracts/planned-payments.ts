import { sourceType } from "@/lib/contracts/bookings";
import {
  accountId,
  calendarDate,
  decimalString,
  messageResponse,
  rowId,
  text,
} from "@/lib/contracts/common";
import { depositStatus, evidence, filterDate, matchedPayment } from "@/lib/contracts/deposits";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import { BOOKING_KINDS } from "@/lib/contracts/values/bookings";
import { MAX_SEARCH_LENGTH } from "@/lib/contracts/values/deposits";
import { DIFFERENCE_NOTE_LENGTH } from "@/lib/contracts/values/matches";
import {
  CUSTOMER_NAME_LENGTH,
  MAX_LINES_PER_RECEIPT,
  MAX_PLANNED_INVOICES,
  MEMO_LENGTH,
  RECEIPT_KINDS,
  WAIT_NOTE_LENGTH,
} from "@/lib/contracts/values/planned-payments";
import * as z from "@/lib/zod";

const named = z.object({ Id: z.string(), Name: z.string() });
const chosenId = accountId.nullable();
const line = z.object({ deposit_id: rowId, line_id: rowId });
/** A choice, and what it made of the deposit. */
const choiceResponse = messageResponse.extend({ status: depositStatus });

/** The customer of a receipt. `Id` null: QuickBooks creates one of that name when the deposit is posted. */
const receiptCustomer = z.object({
  Id: z.string().nullable(),
  name: z.string(),
  email: z.string(),
  is_new: z.boolean(),
  /** For the user: "Same email in QuickBooks". */
  reason: z.string(),
});
export type ReceiptCustomer = z.infer<typeof receiptCustomer>;

/** A sales receipt or refund receipt as it would be created. */
const proposedReceipt = z.object({
  kind: z.enum(RECEIPT_KINDS),
  /** Null: neither the processor nor QuickBooks names one, and the receipt has none. */
  customer: receiptCustomer.nullable(),
  /** Null: has to be chosen first. */
  item: named.nullable(),
  tax_code: named.nullable(),
  class: named.nullable(),
  date: calendarDate,
  /** Positive, also of a refund receipt. */
  amount: decimalString,
  currency: z.string(),
  memo: z.string(),
  /** The processor's id of the charge. */
  reference: z.string(),
});

const openInvoice = z.object({
  /** QuickBooks' id. */
  Id: z.string(),
  number: z.string(),
  date: calendarDate,
  due_date: calendarDate.nullable(),
  total: decimalString,
  /** What is still to be paid, less what other charges are planned to pay. */
  balance: decimalString,
  currency: z.string(),
  customer: z.string(),
});
export type OpenInvoice = z.infer<typeof openInvoice>;

export const lineOptions = defineEndpoint({
  method: "GET",
  path: "/qb/line-options/",
  summary: "What can become of a deposit's line that QuickBooks does not know, best first",
  access: "session",
  query: line,
  response: z.object({
    /** Payments in QuickBooks that come close; choose one with /qb/match-line/. */
    candidates: z.array(
      z.object({
        payments: z.array(matchedPayment),
        probability: z.number(),
        evidence: z.array(evidence),
        /** For the user: what speaks against it. */
        against: z.array(z.string()),
      }),
    ),
    /** Open invoices that the charge may pay. */
    invoices: z.array(
      z.object({
        invoices: z.array(
          openInvoice.extend({
            /** What of the charge would pay this one. */
            amount: decimalString,
          }),
        ),
        /** Null: it fits by a single fact, which the engine does not weigh. */
        probability: z.number().nullable(),
        evidence: z.array(evidence),
        /** What of the charge would be left as the customer's credit. */
        credit: decimalString,
      }),
    ),
    /** Null for a line that no receipt can record. */
    receipt: proposedReceipt.nullable(),
    /** What the line can be booked as with /qb/book-line/; null when it can't. */
    booking: z.enum(BOOKING_KINDS).nullable(),
    wait: z.object({ until: calendarDate, note: z.string() }).nullable(),
  }),
});
export type LineOptions = z.infer<typeof lineOptions.response>;

export const matchLine = defineEndpoint({
  method: "POST",
  path: "/qb/match-line/",
  summary: "Match one line of a deposit to payments in QuickBooks",
  access: "session",
  body: line.extend({
    /** QuickBooks' ids. */
    payment_ids: z.array(accountId).min(1).max(50),
    /** Books what the payments and the line differ by. */
    difference_account_id: accountId.optional(),
    difference_note: text(DIFFERENCE_NOTE_LENGTH).optional(),
  }),
  response: choiceResponse,
});

export const planReceipt = defineEndpoint({
  method: "POST",
  path: "/qb/plan-receipt/",
  summary:
    "Plan a sales receipt or refund receipt for lines of a deposit; created when it is posted",
  access: "session",
  body: z.object({
    deposit_id: rowId,
    /** Several lines make one receipt over their sum. */
    line_ids: z.array(rowId).min(1).max(MAX_LINES_PER_RECEIPT),
    receipt: z.object({
      /** Null: without a customer. `Id` null: a new one of that name. */
      customer: z
        .object({
          Id: chosenId,
          name: text(CUSTOMER_NAME_LENGTH).min(1),
          email: text(254).optional(),
        })
        .nullable(),
      item_id: chosenId,
      tax_code_id: chosenId.optional(),
      class_id: chosenId.optional(),
      date: filterDate,
      memo: text(MEMO_LENGTH).optional(),
    }),
  }),
  response: choiceResponse,
});

export const planInvoicePayment = defineEndpoint({
  method: "POST",
  path: "/qb/plan-invoice-payment/",
  summary: "Plan to receive a charge on open invoices; the payment is created when it is posted",
  access: "session",
  body: line.extend({
    invoices: z
      .array(z.object({ Id: accountId, amount: decimalString }))
      .min(1)
      .max(MAX_PLANNED_INVOICES),
    /** What the charge has more than the invoices becomes the customer's credit. */
    keep_credit: z.literal(true).optional(),
  }),
  response: choiceResponse,
});

export const cancelPlanned = defineEndpoint({
  method: "POST",
  path: "/qb/cancel-planned/",
  summary: "Take back what was chosen for a line, as long as the deposit is not posted",
  access: "session",
  body: z.object({
    deposit_id: rowId,
    /** As in the deposit's matches: "planned-…", or QuickBooks' id of a payment chosen for a line. */
    payment_id: accountId,
  }),
  response: choiceResponse,
});

export const waitForLine = defineEndpoint({
  method: "POST",
  path: "/qb/wait-for-line/",
  summary: "Put a line aside until a day, or ask about it again",
  access: "session",
  body: line.extend({
    /** Null: asks again. */
    until: filterDate.nullable(),
    note: text(WAIT_NOTE_LENGTH).optional(),
  }),
  response: messageResponse,
});

export const invoiceSearch = defineEndpoint({
  method: "GET",
  path: "/qb/open-invoices/",
  summary: "Open invoices by number or customer; at most 20",
  access: "session",
  query: z.object({ search: text(MAX_SEARCH_LENGTH).optional(), currency: z.string().length(3) }),
  response: z.object({ invoices: z.array(openInvoice) }),
});

export const customerSearch = defineEndpoint({
  method: "GET",
  path: "/qb/customers/",
  summary: "Customers in QuickBooks by name or email; at most 20",
  access: "session",
  query: z.object({ search: text(MAX_SEARCH_LENGTH).min(1) }),
  response: z.object({
    customers: z.array(z.object({ Id: z.string(), name: z.string(), email: z.string() })),
  }),
});

export const receiptLists = defineEndpoint({
  method: "GET",
  path: "/qb/lists/",
  summary: "Products and services, tax codes and classes in QuickBooks",
  access: "session",
  response: z.object({
    items: z.array(named.extend({ type: z.string() })),
    tax_codes: z.array(named),
    classes: z.array(named),
  }),
});
export type ReceiptLists = z.infer<typeof receiptLists.response>;

/** The missing lines of one payout; or of a period, both days included, and a processor. */
const selection = z.object({
  deposit_id: rowId.optional(),
  from: filterDate.optional(),
  to: filterDate.optional(),
  source: sourceType.optional(),
});

const missingLine = z.object({
  deposit_id: z.number().int(),
  line_id: z.number().int(),
  description: z.string(),
});

export const previewReceipts = defineEndpoint({
  method: "POST",
  path: "/qb/preview-receipts/",
  summary: "The receipts that all missing lines of a payout or a period would get",
  access: "session",
  body: selection,
  response: z.object({
    /** Names exactly these receipts, for /qb/plan-receipts/. */
    token: z.string(),
    count: z.number().int(),
    sums: z.array(
      z.object({
        kind: z.enum(RECEIPT_KINDS),
        currency: z.string(),
        count: z.number().int(),
        amount: decimalString,
      }),
    ),
    rows: z.array(missingLine.extend({ receipt: proposedReceipt })),
    /** Lines that are left to a person, each with the reason for the user. */
    left_out: z.array(
      missingLine.extend({ amount: decimalString, currency: z.string(), reason: z.string() }),
    ),
    /** For the user: why these receipts can't be planned yet; empty when they can. */
    obstacle: z.string(),
  }),
});
export type ReceiptPreview = z.infer<typeof previewReceipts.response>;

export const planReceipts = defineEndpoint({
  method: "POST",
  path: "/qb/plan-receipts/",
  summary: "Plan the receipts of a preview, exactly as it showed them",
  access: "session",
  body: z.object({ token: z.string().length(64), selection }),
  response: messageResponse.extend({
    planned: z.number().int(),
    /** Deposits that are matched now, and those that wait for something else. */
    matched: z.number().int(),
    open: z.number().int(),
  }),
});

export const receiptSettings = defineEndpoint({
  method: "GET",
  path: "/settings/receipts/",
  summary: "What receipts are created with, by connected payment processor",
  access: "session",
  response: z.object({
    sources: z.array(
      z.object({
        integration_type: sourceType,
        name: z.string(),
        item: named.nullable(),
        /** Of refund receipts; null: the same as of sales receipts. */
        refund_item: named.nullable(),
        tax_code: named.nullable(),
        class: named.nullable(),
        memo: z.string(),
      }),
    ),
  }),
});
export type ReceiptSettings = z.infer<typeof receiptSettings.response>;

export const saveReceiptSettings = defineEndpoint({
  method: "PUT",
  path: "/settings/receipts/",
  summary: "Choose what receipts of a payment processor are created with",
  access: "session",
  body: z.object({
    integration_type: sourceType,
    item_id: chosenId,
    refund_item_id: chosenId,
    tax_code_id: chosenId,
    class_id: chosenId,
    memo: text(MEMO_LENGTH),
  }),
  response: messageResponse,
});
