import { MAX_PAGE, MAX_PAGE_SIZE } from "@/lib/constants/deposits";
import { UNMATCHED_CAUSES } from "@/lib/constants/unmatched-payments";
import * as z from "@/lib/zod";
import { decimalString, queryNumber } from "./common";
import { defineEndpoint } from "./endpoint";
import { payment } from "./payments";

const cause = z.enum(UNMATCHED_CAUSES);

const unmatchedPayment = payment.extend({
  /** As QuickBooks shows it. */
  number: z.string(),
  quickbooks_url: z.string(),
  /** Days in Undeposited Funds. */
  days: z.number().int(),
  /** What most likely keeps it there. */
  cause,
  /** For the user: "482.50 of Blue Harbor is recorded twice". */
  text: z.string(),
  /** What the text speaks of: pages here, such as "/transaction/12", or in QuickBooks. */
  links: z.array(z.object({ label: z.string(), url: z.string() })),
});
export type UnmatchedPayment = z.infer<typeof unmatchedPayment>;

export const lingeringPayments = defineEndpoint({
  method: "GET",
  path: "/qb/lingering-payments/",
  summary: "Payments in Undeposited Funds for more than 14 days, each with its likely cause",
  access: "session",
  role: "viewer",
  apiTokens: true,
  query: z.object({
    cause: cause.optional(),
    page: queryNumber(1, MAX_PAGE).optional(),
    page_size: queryNumber(1, MAX_PAGE_SIZE).optional(),
  }),
  response: z.object({
    /** Oldest first. */
    payments: z.array(unmatchedPayment),
    /** Of all pages. */
    sums: z.array(
      z.object({ currency: z.string(), amount: decimalString, payments: z.number().int() }),
    ),
    /** How many there are of each cause, whichever is asked for; causes without any are left out. */
    causes: z.array(z.object({ cause, payments: z.number().int() })),
    total: z.number().int(),
    page: z.number().int(),
    page_size: z.number().int(),
  }),
});
export type UnmatchedPayments = z.infer<typeof lingeringPayments.response>;
