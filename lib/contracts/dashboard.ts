import { z } from "zod";
import { defineEndpoint } from "@/lib/contracts/endpoint";

const metric = z.object({
  value: z.union([z.number(), z.string()]),
  /** "+3", "-2 pts"; a leading "+" means better. */
  change: z.string(),
  /** "vs. previous 30 days". */
  period: z.string(),
});

export const dashboardStatus = defineEndpoint({
  method: "GET",
  path: "/user/dashboard-status/api/",
  summary: "The four metrics of the dashboard",
  access: "session",
  response: z.object({
    deposits_matched: metric,
    pending_matches: metric,
    match_rate: metric,
    recent_activity: z.object({ value: z.union([z.number(), z.string()]) }),
  }),
});
export type DashboardStatus = z.infer<typeof dashboardStatus.response>;

const count = z.number().int().nonnegative();

export const summary = defineEndpoint({
  method: "GET",
  path: "/summary/",
  summary: "How much there is of everything, by state",
  access: "session",
  response: z.object({
    deposits: count,
    lines: count,
    payments: count,
    pending: count,
    suggested: count,
    matched: count,
    posted: count,
  }),
});
export type Summary = z.infer<typeof summary.response>;
