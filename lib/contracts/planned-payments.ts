import { BOOKABLE_KINDS } from "@/lib/constants/bookings";
import { DIFFERENCE_NOTE_LENGTH } from "@/lib/constants/matches";
import {
  CUSTOMER_NAME_LENGTH,
  MAX_LINES_PER_RECEIPT,
  MAX_PLANNED_INVOICES,
  MEMO_LENGTH,
  WAIT_NOTE_LENGTH,
} from "@/lib/constants/planned-payments";
import {
  accountId,
  calendarDate,
  decimalString,
  messageResponse,
  namedRef,
  rowId,
  text,
} from "@/lib/contracts/common";
import { lineOffer } from "@/lib/contracts/deposit-detail";
import { depositStatus, filterDate } from "@/lib/contracts/deposits";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import { evidence, matchedPayment } from "@/lib/contracts/match-views";
import { openInvoice } from "@/lib/contracts/open-invoices";
import { proposedReceipt } from "@/lib/contracts/receipts";
import * as z from "@/lib/zod";

const chosenId = accountId.nullable();
const line = z.object({ deposit_id: rowId, line_id: rowId });
/** Replaces what was chosen for the line, which stays until this is stored. */
const replace = z.literal(true).optional();
/** What stands against any choice of payments for a line. */
const CHOICE_PROBLEMS = [
  "already_matched",
  "already_posted",
  "decision_needed",
  "not_connected",
  "not_found",
  "payment_unavailable",
  "payout_failed",
  "posting_in_progress",
  "too_many_open",
  "unusable_input",
] as const;
/** A stored choice, with the deposit's status after it. */
const choiceResponse = messageResponse.extend({ status: depositStatus });

/** For a line of a deposit that the ledger doesn't have, best first. */
export const lineOptions = defineEndpoint({
  method: "GET",
  path: "/qb/line-options/",
  work: "match",
  summary: "List the ways to record a line",
  access: "session",
  role: "viewer",
  apiTokens: true,
  problems: ["not_found", "too_many_open"],
  query: line.extend({
    /** `true`: what was chosen for the line is to be replaced, so it counts as open. */
    replace: z.enum(["true"]).optional(),
  }),
  response: z.object({
    /** Payments in the books that come close; choose one with /qb/match-line/. */
    candidates: z.array(
      z.object({
        /** One, or several that add up. */
        payments: z.array(matchedPayment),
        probability: z.number(),
        /** Whether a user had chosen it for this line before the deposit's match was undone. */
        chosen_before: z.boolean(),
        evidence: z.array(evidence),
        /** The evidence against it, for the user. */
        against: z.array(z.string()),
      }),
    ),
    /** Open invoices that the charge may pay. */
    invoices: z.array(
      z.object({
        /** One, or several that add up. */
        invoices: z.array(
          openInvoice.extend({
            /** The part of the charge that would pay this one. */
            amount: decimalString,
          }),
        ),
        /** How likely it is right, from 0 to 1; null: it fits by a single fact, which the engine does not weigh. */
        probability: z.number().nullable(),
        evidence: z.array(evidence),
        /** The rest of the charge, left as the customer's credit. */
        credit: decimalString,
      }),
    ),
    /** The receipt that would record it; null for a line that none should record. */
    receipt: proposedReceipt.nullable(),
    /** For the user: why a receipt would record it a second time, or the books can't take one; otherwise empty. */
    no_receipt: z.string(),
    /** What the line can be booked as with /qb/book-line/; null when it can't. */
    booking: z.enum(BOOKABLE_KINDS).nullable(),
    /** Postponed until that day; null when it isn't. */
    wait: z
      .object({
        /** The first day that it is asked about again. */
        until: calendarDate,
        note: z.string(),
      })
      .nullable(),
    /** What is offered first; null for a line that is decided. */
    offer: lineOffer.omit({ origin: true }).nullable(),
  }),
});
export type LineOptions = z.infer<typeof lineOptions.response>;

export const matchLine = defineEndpoint({
  method: "POST",
  path: "/qb/match-line/",
  work: "match",
  summary: "Match one line of a deposit to payments in the books",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: ["paused", ...CHOICE_PROBLEMS],
  callsProvider: true,
  body: line.extend({
    /** The ledger's ids of the payments. */
    payment_ids: z.array(accountId).min(1).max(50),
    /** The account that the difference between the payments and the line is booked to. */
    difference_account_id: accountId.optional(),
    /** The customer that the difference is booked for. */
    difference_customer: namedRef.optional(),
    /** The part of the business that it is booked for. */
    difference_class: namedRef.optional(),
    /** Why there is a difference, for the books. */
    difference_note: text(DIFFERENCE_NOTE_LENGTH).optional(),
    replace,
  }),
  response: choiceResponse,
});

/** A sales receipt or refund receipt, created when it is posted. */
export const planReceipt = defineEndpoint({
  method: "POST",
  path: "/qb/plan-receipt/",
  work: "match",
  summary: "Plan a receipt for lines of a deposit",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: ["paused", ...CHOICE_PROBLEMS],
  callsProvider: true,
  body: z.object({
    deposit_id: rowId,
    /** Ids of the lines; several make one receipt over their sum. */
    line_ids: z.array(rowId).min(1).max(MAX_LINES_PER_RECEIPT),
    /** What it is created with. */
    receipt: z.object({
      /** Who it is for; null: without a customer. */
      customer: z
        .object({
          /** The ledger's id; null: a new customer of that name. */
          Id: chosenId,
          /** The customer's name. */
          name: text(CUSTOMER_NAME_LENGTH).min(1),
          /** Of a new customer. */
          email: text(254).optional(),
        })
        .nullable(),
      item_id: chosenId,
      tax_code_id: chosenId.optional(),
      class_id: chosenId.optional(),
      /** The receipt's date. */
      date: filterDate,
      memo: text(MEMO_LENGTH).optional(),
    }),
    replace,
  }),
  response: choiceResponse,
});

/** The payment is created when it is posted. */
export const planInvoicePayment = defineEndpoint({
  method: "POST",
  path: "/qb/plan-invoice-payment/",
  work: "match",
  summary: "Plan to receive a charge on open invoices",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: CHOICE_PROBLEMS,
  body: line.extend({
    /** The invoices that it pays. */
    invoices: z
      .array(
        z.object({
          /** The ledger's id of the invoice. */
          Id: accountId,
          /** What of the charge pays it, in the charge's currency. */
          amount: decimalString,
        }),
      )
      .min(1)
      .max(MAX_PLANNED_INVOICES),
    /** Leaves what the charge exceeds the invoices by as the customer's credit. */
    keep_credit: z.literal(true).optional(),
    replace,
  }),
  response: choiceResponse,
});

/** As long as the deposit is not posted. */
export const cancelPlanned = defineEndpoint({
  method: "POST",
  path: "/qb/cancel-planned/",
  work: "match",
  summary: "Undo the choice for a line",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: [
    "already_posted",
    "not_found",
    "payout_failed",
    "posting_in_progress",
    "too_many_open",
    "unusable_input",
  ],
  body: z.object({
    deposit_id: rowId,
    /** `Id` of a payment in the deposit's matches: "planned-…", or the ledger's id of a payment chosen for a line. */
    payment_id: accountId.optional(),
    /** In place of `payment_id`: a line that the choice covers, also one without a payment. */
    line_id: rowId.optional(),
  }),
  response: choiceResponse,
});

/** It is asked about again from that day on, or at once without one. */
export const waitForLine = defineEndpoint({
  method: "POST",
  path: "/qb/wait-for-line/",
  work: "match",
  summary: "Postpone a line until a day",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: [
    "already_matched",
    "already_posted",
    "not_found",
    "payout_failed",
    "posting_in_progress",
    "unusable_input",
  ],
  body: line.extend({
    /** The first day that it is asked about again; null: from now on. */
    until: filterDate.nullable(),
    note: text(WAIT_NOTE_LENGTH).optional(),
    replace,
  }),
  response: messageResponse,
});
