import type { CalendarDate } from "@/lib/dates";
import { formatAmount } from "@/lib/format";
import { type DateFormat, formatDay } from "@/lib/format-date";

/** A line as a sentence names it: "64.50 on Nov 2". @param amount a decimal string; its sign is left out. */
export function lineAbout(
  { amount, date }: { amount: string; date: CalendarDate },
  format: DateFormat,
): string {
  return `${formatAmount(amount.replace(/^-/, ""))} on ${formatDay(date, format)}`;
}

/** What a question to a client begins with: "Who paid 64.50 on Nov 2?" */
export function usualQuestion(
  line: { kind: string; amount: string; date: CalendarDate },
  format: DateFormat,
): string {
  const about = lineAbout(line, format);
  if (line.kind === "refund") return `Who got the refund of ${about}?`;
  return line.kind === "charge" ? `Who paid ${about}?` : `What is the ${about} for?`;
}
