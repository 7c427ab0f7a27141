import type { ActivityRun } from "@/lib/contracts/activity";
import { counted } from "@/lib/counted";
import { addDays, dateInZone } from "@/lib/dates";
import { formatInstant } from "@/lib/format";
import type { DateFormat } from "@/lib/format-date";

/** "Posted 14 deposits", "Matched 14 deposits" */
export function runTitle({ kind, deposits }: Pick<ActivityRun, "kind" | "deposits">): string {
  return `${kind === "posted" ? "Posted" : "Matched"} ${counted(deposits, "deposit")}`;
}

/** What has become of a run, in parts that add up to it. */
export function runState(run: ActivityRun): string[] {
  const { kind, deposits, created, linked, underway, unposted, undone } = run;
  const inBooks = created.deposit_ids.length + linked;
  if (undone === deposits) return [deposits === 1 ? "undone since" : "all undone since"];
  const parts: string[] = [];
  if (kind === "matched") {
    if (inBooks === deposits) return [deposits === 1 ? "posted since" : "all posted since"];
    if (inBooks > 0) parts.push(`${inBooks} posted since`);
  } else {
    if (linked > 0) parts.push(`${linked} linked`);
    const stuck = unposted.length - Math.min(underway, unposted.length);
    if (stuck > 0) parts.push(`${stuck} not posted`);
  }
  if (undone > 0) parts.push(`${undone} undone since`);
  return parts;
}

/** "Today 15:26", "Yesterday 09:10", and the whole date before. @param now an instant */
export function momentText(
  at: string,
  now: Date,
  { dateFormat, timeZone }: { dateFormat: DateFormat; timeZone: string | undefined },
): string {
  const zone = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const full = formatInstant(at, dateFormat, zone);
  const day = dateInZone(new Date(at), zone);
  const today = dateInZone(now, zone);
  const time = full.slice(full.lastIndexOf(" ") + 1);
  if (day === today) return `Today ${time}`;
  return day === addDays(today, -1) ? `Yesterday ${time}` : full;
}
