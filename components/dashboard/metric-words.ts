import type { DashboardStatus, Summary } from "@/lib/contracts/dashboard";

/** Whether a change is good news. @param more what a rise is; undefined where it is neither. */
export function changeMeaning(
  change: string,
  more: "good" | "bad" | undefined,
): "good" | "bad" | "none" {
  if (more === undefined || !/[1-9]/.test(change)) return "none";
  return change.startsWith("+") === (more === "good") ? "good" : "bad";
}

type Metric = Exclude<keyof DashboardStatus, "from" | "to">;

/**
 * The list of what a metric counts. The list has one status at a time: of two that are counted together, the
 * one with more deposits.
 */
export function metricHref(
  metric: Metric,
  data: Pick<DashboardStatus, "from" | "to"> | undefined,
  summary: Pick<Summary, "pending" | "suggested" | "matched" | "posted"> | undefined,
): string {
  const { pending = 0, suggested = 0, matched = 0, posted = 0 } = summary ?? {};
  const statuses: Record<Metric, string | null> = {
    deposits_matched: matched > posted ? "matched" : "posted",
    pending_matches: suggested > pending ? "suggested" : "pending",
    match_rate: null,
    recent_activity: "posted",
  };
  const query = new URLSearchParams();
  const status = statuses[metric];
  if (status !== null) query.set("status", status);
  if (data) {
    query.set("from", data.from);
    query.set("to", data.to);
  }
  return query.size === 0 ? "/transactions" : `/transactions?${query}`;
}
