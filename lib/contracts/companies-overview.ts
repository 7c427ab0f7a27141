import { calendarDate, instant, messageResponse } from "@/lib/contracts/common";
import { companyId, ownCompany } from "@/lib/contracts/companies";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

/**
 * A month of a company's calendar.
 * @schema CompanyMonth
 */
const companyMonth = z.object({
  /** The first day of the month. */
  first_day: calendarDate,
  /** Payouts dated in the month. */
  deposits: z.number().int(),
  /** Of those, payouts that are neither posted nor booked elsewhere. */
  open: z.number().int(),
});
export type CompanyMonth = z.infer<typeof companyMonth>;

/**
 * A company with its open work. Each deposit counts once: to confirm, to decide, not posted, or on its way.
 * @schema CompanyNeeds
 */
const companyNeeds = ownCompany.extend({
  /** Suggestions to confirm or dismiss. */
  suggested: z.number().int(),
  /** Deposits that nothing is suggested for; without those on their way or postponed. At most 1,000. */
  to_decide: z.number().int(),
  /** Matched deposits that the ledger refused, or whose posting is incomplete. */
  not_posted: z.number().int(),
  /** Payouts without a match that the bank doesn't have yet. */
  on_their_way: z.number().int(),
  /** How many connections work. */
  connected: z.number().int(),
  /** Connections that have expired or end within 30 days. */
  ending: z.number().int(),
  /** When any of its connections was last synced; null before the first sync. */
  last_synced_at: instant.nullable(),
  /** When its latest posted deposit was posted; null for none. */
  last_posted_at: instant.nullable(),
  /** The month that ended last and the current one, by the company's own today. */
  months: z.array(companyMonth),
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
