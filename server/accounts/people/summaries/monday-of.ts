import type { CalendarDate } from "@/lib/dates";
import { DEFAULT_TIME_ZONE, localClock } from "@/lib/time-zones";
import { summaryDue } from "@/server/notifications/summary-week";
import type { Reader } from "./find-readers";

/**
 * The Monday whose summary a reader should get at `at`; null: none. At eight by their own clocks, but not before the
 * week is over in each of the companies: what is posted there on Sunday counts.
 */
export function mondayOf(reader: Reader, at: Date): CalendarDate | null {
  const { timeZone, createdAt, summarizedOn, companies } = reader;
  const own = timeZone ?? companies[0]?.timeZone ?? DEFAULT_TIME_ZONE;
  const monday = summaryDue({ timeZone: own, createdAt, summarizedOn }, at);
  if (monday === null) return null;
  const isOver = companies.every((company) => localClock(at, company.timeZone).date >= monday);
  return isOver ? monday : null;
}
