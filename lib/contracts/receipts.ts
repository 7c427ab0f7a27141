import { MAX_SEARCH_LENGTH } from "@/lib/constants/deposits";
import { MEMO_LENGTH, RECEIPT_KINDS } from "@/lib/constants/planned-payments";
import {
  accountId,
  calendarDate,
  currency,
  decimalString,
  ledgerRef,
  listQuery,
  messageResponse,
  rowId,
  storedId,
  text,
} from "@/lib/contracts/common";
import { filterDate } from "@/lib/contracts/deposits";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import { sourceType } from "@/lib/contracts/source-type";
import * as z from "@/lib/zod";

const chosenId = accountId.nullable();

/**
 * The customer of a receipt.
 * @schema ReceiptCustomer
 */
const receiptCustomer = z.object({
  /** Null: the ledger creates one of that name when the deposit is posted. */
  Id: z.string().nullable(),
  /** The customer's name. */
  name: z.string(),
  /** The customer's email address; empty for none. */
  email: z.string(),
  /** Whether it is created. */
  is_new: z.boolean(),
  /** Why this one, for the user: "Same email in QuickBooks". */
  reason: z.string(),
});
export type ReceiptCustomer = z.infer<typeof receiptCustomer>;

/**
 * A sales receipt or refund receipt as it would be created.
 * @schema Receipt
 */
export const proposedReceipt = z.object({
  /** A sale, or what takes one back. */
  kind: z.enum(RECEIPT_KINDS),
  /** Who it is for; null: neither the processor nor the ledger names one, and the receipt has none. */
  customer: receiptCustomer.nullable(),
  /** The product or service; null: has to be chosen first. */
  item: ledgerRef.nullable(),
  tax_code: ledgerRef.nullable(),
  class: ledgerRef.nullable(),
  /** The receipt's date. */
  date: calendarDate,
  /** In `currency`; positive, also of a refund receipt. */
  amount: decimalString,
  currency,
  memo: z.string(),
  /** The processor's id of the charge. */
  reference: z.string(),
});

/** By name or email, at most 20. */
export const customerSearch = defineEndpoint({
  method: "GET",
  path: "/qb/customers/",
  work: "ledger",
  summary: "Search customers in the books",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: ["not_connected", "not_found", "paused"],
  callsProvider: true,
  query: z.object({
    /** A part of a name or of an email address. */
    search: text(MAX_SEARCH_LENGTH).min(1),
  }),
  response: z.object({
    /** At most 20. */
    customers: z.array(
      z.object({
        Id: z.string(),
        /** The customer's name. */
        name: z.string(),
        /** The customer's email address; empty for none. */
        email: z.string(),
      }),
    ),
  }),
});

/** Products and services, tax codes and classes in the books. */
export const receiptLists = defineEndpoint({
  method: "GET",
  path: "/qb/lists/",
  work: "ledger",
  summary: "List products, tax codes and classes",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: ["not_connected", "not_found", "paused"],
  callsProvider: true,
  query: listQuery,
  response: z.object({
    /** Products and services. */
    items: z.array(
      ledgerRef.extend({
        /** The ledger's type of the item, such as Service. */
        type: z.string(),
        /** Where its sales are booked; empty where the ledger names none. */
        income_account: z.string(),
      }),
    ),
    /** Tax codes for sales. */
    tax_codes: z.array(ledgerRef),
    classes: z.array(ledgerRef),
  }),
});
export type ReceiptLists = z.infer<typeof receiptLists.response>;

/**
 * The missing lines of one payout; or of a period, both days included, and a processor.
 * @schema ReceiptSelection
 */
const selection = z.object({
  /** One payout; without it, all of the period. */
  deposit_id: rowId.optional(),
  /** The first day of the payouts, included. */
  from: filterDate.optional(),
  /** The last day of the payouts, included. */
  to: filterDate.optional(),
  /** Only payouts of this processor. */
  source: sourceType.optional(),
});

const missingLine = z.object({
  deposit_id: storedId,
  line_id: storedId,
  description: z.string(),
});

/** Those that all missing lines of a payout or a period would get. */
export const previewReceipts = defineEndpoint({
  method: "POST",
  path: "/qb/preview-receipts/",
  work: "bulk",
  onlyReads: true,
  summary: "Preview the receipts of missing lines",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: ["not_found", "too_many_open", "unusable_input"],
  body: selection,
  response: z.object({
    /** Identifies exactly these receipts, for /qb/plan-receipts/. */
    token: z.string(),
    /** How many receipts. */
    count: z.number().int(),
    /** What they amount to, by kind and currency. */
    sums: z.array(
      z.object({
        /** A sale, or what takes one back. */
        kind: z.enum(RECEIPT_KINDS),
        currency,
        /** How many receipts. */
        count: z.number().int(),
        /** Their sum. */
        amount: decimalString,
      }),
    ),
    /** The receipts, one for each line. */
    rows: z.array(
      missingLine.extend({
        /** As it would be created. */
        receipt: proposedReceipt,
      }),
    ),
    /** Lines that are left to a person, each with the reason for the user. */
    left_out: z.array(
      missingLine.extend({
        amount: decimalString,
        currency,
        /** Why, for the user. */
        reason: z.string(),
      }),
    ),
    /** For the user: why these receipts can't be planned yet; empty when they can. */
    obstacle: z.string(),
  }),
});
export type ReceiptPreview = z.infer<typeof previewReceipts.response>;

/** Exactly as it showed them. */
export const planReceipts = defineEndpoint({
  method: "POST",
  path: "/qb/plan-receipts/",
  work: "bulk",
  summary: "Plan the receipts of a preview",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: [
    "already_matched",
    "changed_meanwhile",
    "not_connected",
    "not_found",
    "payout_failed",
    "too_many_open",
    "unusable_input",
  ],
  body: z.object({
    /** `token` of the preview. */
    token: z.string().length(64),
    /** The same as of the preview. */
    selection,
  }),
  response: messageResponse.extend({
    /** How many receipts were planned. */
    planned: z.number().int(),
    /** Deposits that are matched now. */
    matched: z.number().int(),
    /** Deposits that wait for something else. */
    open: z.number().int(),
  }),
});

/** What receipts are created with, by connected payment processor. */
export const receiptSettings = defineEndpoint({
  method: "GET",
  path: "/settings/receipts/",
  summary: "Get the receipt settings",
  access: "session",
  role: "viewer",
  apiTokens: true,
  response: z.object({
    sources: z.array(
      z.object({
        integration_type: sourceType,
        /** The connection that the settings are of; those of one provider share them, except processors by file. */
        connection_id: z.uuid(),
        /** The processor's name, for people. */
        name: z.string(),
        /** The product or service; null while none is chosen. */
        item: ledgerRef.nullable(),
        /** The one of refund receipts; null: the same as of sales receipts. */
        refund_item: ledgerRef.nullable(),
        tax_code: ledgerRef.nullable(),
        class: ledgerRef.nullable(),
        memo: z.string(),
      }),
    ),
  }),
});
export type ReceiptSettings = z.infer<typeof receiptSettings.response>;

/** What receipts of a payment processor are created with. */
export const saveReceiptSettings = defineEndpoint({
  method: "PUT",
  path: "/settings/receipts/",
  work: "ledger",
  summary: "Save the receipt settings",
  access: "session",
  role: "admin",
  apiTokens: true,
  problems: ["not_connected", "not_found", "paused", "unusable_input"],
  callsProvider: true,
  body: z.object({
    integration_type: sourceType,
    /** Of a processor whose payouts come from files: which one. */
    connection_id: z.uuid().optional(),
    /** The ledger's id of the product or service; null for none. */
    item_id: chosenId,
    /** The same for refund receipts; null: as of sales receipts. */
    refund_item_id: chosenId,
    tax_code_id: chosenId,
    class_id: chosenId,
    memo: text(MEMO_LENGTH),
  }),
  response: messageResponse,
});
