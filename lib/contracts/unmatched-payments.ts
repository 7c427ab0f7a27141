import { MAX_PAGE, MAX_PAGE_SIZE } from "@/lib/constants/deposits";
import { UNMATCHED_CAUSES } from "@/lib/constants/unmatched-payments";
import * as z from "@/lib/zod";
import { currency, currencySum, decimalString, ledgerRef, queryNumber } from "./common";
import { defineEndpoint } from "./endpoint";
import { payment } from "./payments";

/**
 * Why a payment still waits; not_posted: it is in a match that isn't posted yet.
 * @schema UnmatchedCause
 */
const cause = z.enum(UNMATCHED_CAUSES);

/**
 * A payment that has waited for more than 14 days.
 * @schema LingeringPayment
 */
const unmatchedPayment = payment.extend({
  number: z.string(),
  quickbooks_url: z.string(),
  /** The clearing account that it waits in; empty: Undeposited Funds. */
  account: z.string(),
  /** Days there. */
  days: z.number().int(),
  /** What most likely keeps it there. */
  cause,
  /** For the user: "482.50 of Blue Harbor is recorded twice". */
  text: z.string(),
  /** What the text speaks of: pages here, such as "/transaction/12", or in the books. */
  links: z.array(
    z.object({
      /** What it leads to. */
      label: z.string(),
      /** A path of this product, or an address in the books. */
      url: z.string(),
    }),
  ),
});
export type UnmatchedPayment = z.infer<typeof unmatchedPayment>;

/** Those there for more than 14 days, each with its likely cause. */
export const lingeringPayments = defineEndpoint({
  method: "GET",
  path: "/qb/lingering-payments/",
  summary: "List payments left in Undeposited Funds",
  access: "session",
  role: "viewer",
  apiTokens: true,
  kept: () => true,
  query: z.object({
    /** Only those with this likely cause. */
    cause: cause.optional(),
    /** The page, counted from 1. */
    page: queryNumber(1, MAX_PAGE).optional(),
    /** Payments on a page; 50 where it isn't given. */
    page_size: queryNumber(1, MAX_PAGE_SIZE).optional(),
  }),
  response: z.object({
    /** Oldest first. */
    payments: z.array(unmatchedPayment),
    /** Their sums on all pages together. */
    sums: z.array(
      z.object({
        currency,
        /** What the payments amount to. */
        amount: decimalString,
        /** How many there are. */
        payments: z.number().int(),
      }),
    ),
    /** The same by clearing account; none where all are in Undeposited Funds. */
    accounts: z.array(
      ledgerRef.extend({
        currency,
        /** What the payments there amount to. */
        amount: decimalString,
        /** How many there are. */
        payments: z.number().int(),
      }),
    ),
    /** How many there are of each cause, whichever is asked for; causes without any are left out. */
    causes: z.array(
      z.object({
        cause,
        /** How many there are. */
        payments: z.number().int(),
        /** What they amount to, by currency. */
        sums: z.array(currencySum),
      }),
    ),
    total: z.number().int(),
    page: z.number().int(),
    page_size: z.number().int(),
  }),
});
export type UnmatchedPayments = z.infer<typeof lingeringPayments.response>;
