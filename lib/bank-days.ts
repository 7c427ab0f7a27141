import { addDays, type CalendarDate, fromDayNumber, toDayNumber } from "@/lib/dates";

const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;
const SATURDAY = 6;

const JUNETEENTH_SINCE = 2022;

/**
 * Whether banks in the United States move money that day: not on weekends, and not on the Federal Reserve's holidays
 * (frbservices.org/about/holiday-schedules). A holiday on a Sunday is kept on Monday; one on a Saturday isn't moved,
 * unlike for federal offices.
 */
export function isBankDay(date: CalendarDate): boolean {
  const weekday = weekdayOf(date);
  if (weekday === SUNDAY || weekday === SATURDAY) return false;
  return !isHoliday(date) && !(weekday === MONDAY && isHoliday(addDays(date, -1)));
}

/** The bank day that is `days` bank days after `date`; with 0 the day itself, or the next bank day. */
export function addBankDays(date: CalendarDate, days: number): CalendarDate {
  let day = toDayNumber(date);
  for (let left = days; left > 0 || !isBankDay(fromDayNumber(day)); ) {
    day += 1;
    if (left > 0 && isBankDay(fromDayNumber(day))) left -= 1;
  }
  return fromDayNumber(day);
}

const FIXED: ReadonlySet<string> = new Set(["01-01", "06-19", "07-04", "11-11", "12-25"]);

/** On its own day, whatever weekday that is. */
function isHoliday(date: CalendarDate): boolean {
  const [year = "", month = "", day = ""] = date.split("-");
  const fixed = `${month}-${day}`;
  if (FIXED.has(fixed)) return fixed !== "06-19" || Number(year) >= JUNETEENTH_SINCE;
  const week = Math.ceil(Number(day) / 7);
  const weekday = weekdayOf(date);
  if (weekday === THURSDAY) return month === "11" && week === 4;
  if (weekday !== MONDAY) return false;
  // Martin Luther King Jr., Washington, Labor Day, Columbus Day; Memorial Day is May's last Monday.
  if (month === "05") return Number(day) + 7 > 31;
  return (
    (week === 3 && (month === "01" || month === "02")) ||
    (week === 1 && month === "09") ||
    (week === 2 && month === "10")
  );
}

function weekdayOf(date: CalendarDate): number {
  return (toDayNumber(date) + THURSDAY) % 7;
}
