import type { CalendarDate } from "@/lib/dates";
import { formatAmount } from "@/lib/format";

const DAY = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
const WHOLE_DAY = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

/** A line as a sentence names it: "64.50 on Nov 2". @param amount a decimal string; its sign is left out. */
export function lineAbout({ amount, date }: { amount: string; date: CalendarDate }): string {
  return `${formatAmount(amount.replace(/^-/, ""))} on ${DAY.format(new Date(date))}`;
}

/** "Nov 2, 2026". */
export function dayInWords(date: CalendarDate): string {
  return WHOLE_DAY.format(new Date(date));
}

/** What a question to a client begins with: "Who paid 64.50 on Nov 2?" */
export function usualQuestion(line: { kind: string; amount: string; date: CalendarDate }): string {
  const about = lineAbout(line);
  if (line.kind === "refund") return `Who got the refund of ${about}?`;
  return line.kind === "charge" ? `Who paid ${about}?` : `What is the ${about} for?`;
}
