import { calendarDate, currencySum, instant, messageResponse } from "@/lib/contracts/common";
import { companyId, ownCompany } from "@/lib/contracts/companies";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

/**
 * A company with its open work.
 * @schema CompanyNeeds
 */
const companyNeeds = ownCompany.extend({
  /** Suggestions to confirm or dismiss. */
  suggested: z.number().int(),
  /** Deposits that nothing is suggested for. */
  pending: z.number().int(),
  /** Charges, refunds and disputes of open deposits without a match or a decision; at most 1,000. */
  undecided: z.number().int(),
  /** Matched deposits that the ledger refused, or whose posting is incomplete. */
  not_posted: z.number().int(),
  /** How many connections work. */
  connected: z.number().int(),
  /** Connections that have expired or end within 30 days. */
  ending: z.number().int(),
  /** When any of its connections was last synced; null before the first sync. */
  last_synced_at: instant.nullable(),
  /** Of open deposits: pending and suggested. */
  open: z.array(currencySum),
  /** The day of the oldest open payout; null when none is open. */
  oldest_open: calendarDate.nullable(),
});
export type CompanyNeeds = z.infer<typeof companyNeeds>;

/** All of the user's companies, the most urgent first. */
export const companiesOverview = defineEndpoint({
  method: "GET",
  path: "/companies/overview/",
  summary: "List companies with what needs attention",
  access: "session",
  role: "self",
  apiTokens: false,
  unattended: true,
  response: z.object({
    /** The most urgent first. */
    companies: z.array(companyNeeds),
  }),
});

const MAX_SYNCED_COMPANIES = 500;

/** Syncs everything connected in these companies, where the user is at least bookkeeper. */
export const syncCompanies = defineEndpoint({
  method: "POST",
  path: "/companies/sync/",
  summary: "Start a sync of several companies",
  access: "session",
  role: "self",
  apiTokens: false,
  problems: ["not_found", "paused", "role_too_low"],
  body: z.object({
    /** Ids of companies. */
    company_ids: z.array(companyId).min(1).max(MAX_SYNCED_COMPANIES),
  }),
  response: messageResponse.extend({
    /** Syncs that were started, or under way already. */
    started: z.number().int(),
  }),
});
