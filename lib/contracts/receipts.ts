import { MAX_SEARCH_LENGTH } from "@/lib/constants/deposits";
import { MEMO_LENGTH, RECEIPT_KINDS } from "@/lib/constants/planned-payments";
import {
  accountId,
  calendarDate,
  decimalString,
  listQuery,
  messageResponse,
  rowId,
  text,
} from "@/lib/contracts/common";
import { filterDate } from "@/lib/contracts/deposits";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import { sourceType } from "@/lib/contracts/source-type";
import * as z from "@/lib/zod";

const named = z.object({ Id: z.string(), Name: z.string() });
const chosenId = accountId.nullable();

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
export const proposedReceipt = z.object({
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

export const customerSearch = defineEndpoint({
  method: "GET",
  path: "/qb/customers/",
  work: "ledger",
  summary: "Customers in QuickBooks by name or email; at most 20",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  conflicts: ["not_connected"],
  query: z.object({ search: text(MAX_SEARCH_LENGTH).min(1) }),
  response: z.object({
    customers: z.array(z.object({ Id: z.string(), name: z.string(), email: z.string() })),
  }),
});

export const receiptLists = defineEndpoint({
  method: "GET",
  path: "/qb/lists/",
  work: "ledger",
  summary: "Products and services, tax codes and classes in QuickBooks",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  conflicts: ["not_connected"],
  query: listQuery,
  response: z.object({
    items: z.array(
      named.extend({
        type: z.string(),
        /** Where its sales are booked; empty where QuickBooks names none. */
        income_account: z.string(),
      }),
    ),
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
  work: "bulk",
  onlyReads: true,
  summary: "The receipts that all missing lines of a payout or a period would get",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  conflicts: ["too_many_open"],
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
  work: "bulk",
  summary: "Plan the receipts of a preview, exactly as it showed them",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  conflicts: [
    "already_matched",
    "changed_meanwhile",
    "not_connected",
    "payout_failed",
    "too_many_open",
  ],
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
  role: "viewer",
  apiTokens: true,
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
  work: "ledger",
  summary: "Choose what receipts of a payment processor are created with",
  access: "session",
  role: "admin",
  apiTokens: true,
  conflicts: ["not_connected"],
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
