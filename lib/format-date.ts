import { isCalendarDate } from "@/lib/dates";

export const DATE_FORMATS = ["MM-DD-YYYY", "DD-MM-YYYY", "YYYY-MM-DD"] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

/** "2026-01-31" → "01-31-2026"; other text is returned unchanged. */
export function formatDate(date: string, format: DateFormat): string {
  if (!isCalendarDate(date)) return date;
  const [year = "", month = "", day = ""] = date.split("-");
  return format.replace("YYYY", year).replace("MM", month).replace("DD", day);
}
