import { TREND_UNITS } from "@/lib/constants/trend";
import { calendarDate, currencyCode, currencySum, decimalString } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

const count = z.number().int().nonnegative();

const metric = z.object({
  /** Of the payouts between `from` and `to`. */
  value: z.union([z.number(), z.string()]),
  /** "+3", "-2 pts"; a leading "+" means more. */
  change: z.string(),
  /** "vs. previous 30 days". */
  period: z.string(),
  /** What the counted deposits amount to, by currency. */
  amounts: z.array(currencySum),
});

export const dashboardStatus = defineEndpoint({
  method: "GET",
  path: "/user/dashboard-status/api/",
  summary: "Dashboard metrics",
  access: "session",
  role: "viewer",
  apiTokens: true,
  response: z.object({
    deposits_matched: metric,
    pending_matches: metric,
    match_rate: metric,
    recent_activity: z.object({
      /** Posted deposits. */
      value: z.union([z.number(), z.string()]),
      /** Matches that the user has confirmed or made. */
      by_you: count,
      amounts: z.array(currencySum),
    }),
    /** The days that all figures are about, by payout date. */
    from: calendarDate,
    to: calendarDate,
  }),
});
export type DashboardStatus = z.infer<typeof dashboardStatus.response>;

export const summary = defineEndpoint({
  method: "GET",
  path: "/summary/",
  summary: "Counts by status",
  access: "session",
  role: "viewer",
  apiTokens: true,
  unattended: true,
  response: z.object({
    deposits: count,
    lines: count,
    payments: count,
    pending: count,
    suggested: count,
    matched: count,
    posted: count,
    /** Of the matched ones: posting failed, or something that it needs is missing. */
    not_posted: count,
    /** Payouts posted this month, in the company's time zone. */
    posted_this_month: count,
  }),
});
export type Summary = z.infer<typeof summary.response>;

const trendUnit = z.enum(TREND_UNITS);
export type TrendUnit = z.infer<typeof trendUnit>;

export const trend = defineEndpoint({
  method: "GET",
  path: "/dashboard/trend/",
  summary: "Matched and open deposits of the last 12 weeks or months, the oldest first",
  access: "session",
  role: "viewer",
  apiTokens: true,
  query: z.object({
    unit: trendUnit.default("week"),
    /** By default the one with the most deposits. */
    currency: currencyCode.optional(),
  }),
  response: z.object({
    unit: trendUnit,
    /** What all figures are about. */
    currency: z.string(),
    /** Those of the deposits of this time, the most frequent first. */
    currencies: z.array(z.string()),
    points: z.array(
      z.object({
        start: calendarDate,
        /** Today in the current week or month. */
        last: calendarDate,
        matched: count,
        pending: count,
        matched_amount: decimalString,
        pending_amount: decimalString,
      }),
    ),
  }),
});
export type Trend = z.infer<typeof trend.response>;

export const confidence = defineEndpoint({
  method: "GET",
  path: "/dashboard/confidence/",
  summary: "Recent automatic matches, and how many of them were undone",
  access: "session",
  role: "viewer",
  apiTokens: true,
  response: z.object({
    days: count,
    automatic: count,
    undone: count,
    /** From the probabilities of the matches. */
    expected_undone: z.number().nonnegative(),
    /** Undone because a payment changed in QuickBooks. */
    changed_in_books: count,
  }),
});
export type Confidence = z.infer<typeof confidence.response>;
