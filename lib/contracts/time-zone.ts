import * as z from "@/lib/zod";

/** An IANA name; offsets such as "+02:00" are refused, because they have no daylight saving time. */
export const timeZone = z
  .string()
  .max(64)
  .regex(/^[A-Za-z]/, "Must be a time zone such as Europe/London")
  .refine(isTimeZone, "Must be a time zone such as Europe/London");

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
