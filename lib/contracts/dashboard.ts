import { TREND_UNITS } from "@/lib/constants/trend";
import {
  calendarDate,
  currency,
  currencyCode,
  currencySum,
  decimalString,
  storedId,
} from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

const count = z.number().int().nonnegative();

/**
 * A figure of the dashboard.
 * @schema Metric
 */
const metric = z.object({
  /** Of the payouts between `from` and `to`: a number, or text such as "87%". */
  value: z.union([z.number(), z.string()]),
  /** Against the period before: "+3", "-2 pts"; a leading "+" means more. */
  change: z.string(),
  /** What it is compared with: "vs. previous 30 days". */
  period: z.string(),
  /** What the counted deposits amount to, by currency. */
  amounts: z.array(currencySum),
});

export const dashboardStatus = defineEndpoint({
  method: "GET",
  path: "/user/dashboard-status/api/",
  summary: "Get the dashboard metrics",
  access: "session",
  role: "viewer",
  apiTokens: true,
  kept: () => true,
  response: z.object({
    /** Matched payouts, posted ones included. */
    deposits_matched: metric,
    /** Payouts without a match, or with a suggested one. */
    pending_matches: metric,
    /** The share of payouts that are matched. */
    match_rate: metric,
    /** What was done with the payouts of the period. */
    recent_activity: z.object({
      /** Posted deposits. */
      value: z.union([z.number(), z.string()]),
      /** Matches that the user has confirmed or made. */
      by_you: count,
      /** What the posted deposits amount to, by currency. */
      amounts: z.array(currencySum),
    }),
    /** The first day that the figures are about, by payout date. */
    from: calendarDate,
    /** The last day: today in the company's time zone. */
    to: calendarDate,
  }),
});
export type DashboardStatus = z.infer<typeof dashboardStatus.response>;

/**
 * All counts are of the company.
 * @schema Summary
 */
const counts = z.object({
  /** All deposits. */
  deposits: count,
  /** All lines of deposits. */
  lines: count,
  /** Payments that the ledger holds, matched or not. */
  payments: count,
  /** Deposits that nothing is suggested for. */
  pending: count,
  /** Deposits with a suggested match. */
  suggested: count,
  /** Deposits that are matched and not posted. */
  matched: count,
  /** Deposits that are in the books. */
  posted: count,
  /** Of the matched ones: posting failed, or something that it needs is missing. */
  not_posted: count,
  /** Payouts posted this month, in the company's time zone. */
  posted_this_month: count,
});

export const summary = defineEndpoint({
  method: "GET",
  path: "/summary/",
  summary: "Count deposits by status",
  access: "session",
  role: "viewer",
  apiTokens: true,
  kept: () => true,
  unattended: true,
  response: counts,
});
export type Summary = z.infer<typeof summary.response>;

/**
 * What a point of the trend is about.
 * @schema TrendUnit
 */
const trendUnit = z.enum(TREND_UNITS);
export type TrendUnit = z.infer<typeof trendUnit>;

/** Over the last 12 weeks or months, the oldest first. */
export const trend = defineEndpoint({
  method: "GET",
  path: "/dashboard/trend/",
  summary: "Get the trend of matched and open deposits",
  access: "session",
  role: "viewer",
  apiTokens: true,
  kept: () => true,
  query: z.object({
    /** Weeks (from Monday) or months. */
    unit: trendUnit.default("week"),
    /** The currency of the figures; by default the one with the most deposits. */
    currency: currencyCode.optional(),
  }),
  response: z.object({
    /** As asked for. */
    unit: trendUnit,
    /** What all figures are about. */
    currency,
    /** Those of the deposits of this time, the most frequent first. */
    currencies: z.array(currency),
    /** The oldest first. */
    points: z.array(
      z.object({
        /** The first day. */
        start: calendarDate,
        /** The last day; today in the current week or month. */
        last: calendarDate,
        /** Deposits that are matched or posted. */
        matched: count,
        /** Deposits without a match, or with a suggested one. */
        pending: count,
        /** What the matched ones amount to. */
        matched_amount: decimalString,
        /** What the pending ones amount to. */
        pending_amount: decimalString,
      }),
    ),
  }),
});
export type Trend = z.infer<typeof trend.response>;

/**
 * A payout that the bank gets next.
 * @schema PayoutOnItsWay
 */
const payoutOnItsWay = z.object({
  /** The day it is due at the bank. */
  date: calendarDate,
  /** The processor's name: "Stripe". */
  source: z.string(),
  /** Net. */
  amount: decimalString,
  currency,
  /** Its deposit; null while it can still change at the processor, and isn't imported. */
  deposit_id: storedId.nullable(),
});

/** What the bank gets next. None of these can be matched before it is there. */
export const onTheirWay = defineEndpoint({
  method: "GET",
  path: "/dashboard/on-their-way/",
  summary: "List payouts on their way to the bank",
  access: "session",
  role: "viewer",
  apiTokens: true,
  response: z.object({
    /** The next one first; at most 100. */
    payouts: z.array(payoutOnItsWay),
  }),
});
export type OnTheirWay = z.infer<typeof onTheirWay.response>;

/** With how many of them were undone. */
export const confidence = defineEndpoint({
  method: "GET",
  path: "/dashboard/confidence/",
  summary: "Count recent automatic matches",
  access: "session",
  role: "viewer",
  apiTokens: true,
  response: z.object({
    /** How many days the figures are about. */
    days: count,
    /** Deposits that were matched automatically in these days. */
    automatic: count,
    undone: count,
    /** How many would be undone if the probabilities of the matches were right. */
    expected_undone: z.number().nonnegative(),
    /** Undone because a payment changed in the books. */
    changed_in_books: count,
  }),
});
export type Confidence = z.infer<typeof confidence.response>;
