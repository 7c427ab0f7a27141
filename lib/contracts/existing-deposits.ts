import {
  calendarDate,
  currency,
  decimalString,
  lines,
  messageResponse,
  rowId,
  storedId,
} from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import { MAX_CHOSEN } from "@/lib/contracts/match-runs";
import * as z from "@/lib/zod";

/**
 * A Deposit in the books that may already record a payout.
 * @schema ExistingDeposit
 */
export const existingDeposit = z.object({
  /** The payout's id here. */
  deposit_id: storedId,
  /** The payout's day. */
  txn_date: calendarDate,
  /** What the payout brings to the bank, in `currency`. */
  total_amt: decimalString,
  currency,
  /** The processor's name. */
  source: z.string(),
  /** Whether its payments are matched, and it isn't posted. */
  matched: z.boolean(),
  /** The Deposit in the books. */
  existing: z.object({
    Id: z.string(),
    TxnDate: calendarDate,
    /** In `currency`. */
    TotalAmt: decimalString,
    /** The bank account's name. */
    account: z.string(),
    /** The text on it; empty for none. */
    note: z.string(),
    /** In words: "same total", "1 day later". */
    evidence: z.array(z.string()),
    quickbooks_url: z.string(),
  }),
});
export type ExistingDeposit = z.infer<typeof existingDeposit>;

/** Deposits in the books that may already record a payout, oldest first. */
export const existingDepositList = defineEndpoint({
  method: "GET",
  path: "/qb/existing-deposits/",
  summary: "List existing Deposits of payouts",
  access: "session",
  role: "viewer",
  apiTokens: true,
  problems: ["not_found"],
  query: z.object({
    /** Only for this payout. */
    deposit_id: rowId.optional(),
  }),
  response: z.object({
    /** The oldest first, at most 200. */
    existing: z.array(existingDeposit),
    total: z.number().int(),
  }),
});

/** QuickBooks' number, or Xero's transactions: "transfer:5e6a…+spend:91c0…". */
const EXISTING = /^(\d{1,20}|[a-z]+:[\da-f-]{36}(\+[a-z]+:[\da-f-]{36}){0,9})$/i;

const pair = z.object({
  deposit_id: rowId,
  /** The ledger's id of the Deposit. */
  existing_id: z
    .string()
    .regex(EXISTING, "Must be the Id of a Deposit")
    .meta({ examples: ["546"] }),
});

/** To the one in the books that already records it. */
export const linkExisting = defineEndpoint({
  method: "POST",
  path: "/qb/link-existing/",
  work: "match",
  summary: "Link a payout to an existing Deposit",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: [
    "already_posted",
    "changed_meanwhile",
    "linked_elsewhere",
    "no_suggestion",
    "not_connected",
    "not_found",
    "paused",
    "posting_in_progress",
  ],
  callsProvider: true,
  body: pair,
  response: messageResponse,
});

/** It isn't this payout's, and is never suggested again. */
export const dismissExisting = defineEndpoint({
  method: "POST",
  path: "/qb/dismiss-existing/",
  summary: "Dismiss an existing Deposit",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: ["no_suggestion", "not_found"],
  body: pair,
  response: messageResponse,
});

/** Undo reverses that. */
export const putAside = defineEndpoint({
  method: "POST",
  path: "/qb/put-aside/",
  work: "bulk",
  summary: "Mark payouts as booked elsewhere",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: ["already_posted", "not_found", "posting_in_progress"],
  body: z.object({
    deposit_ids: z.array(rowId).min(1).max(MAX_CHOSEN),
    /** Where it is booked, for the history. */
    note: lines(500).default(""),
  }),
  response: messageResponse.extend({
    /** Ids of the deposits that were marked. */
    put_aside: z.array(storedId),
    /** The deposits that weren't marked, each with the reason. */
    skipped: z.array(
      z.object({
        deposit_id: storedId,
        /** Why, for people. */
        message: z.string(),
      }),
    ),
  }),
});
