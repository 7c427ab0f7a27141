import { dayInWords } from "@/lib/format-date";
import { ProviderError } from "@/server/providers/errors";

/**
 * Intuit grants an app a number of reads a month, for all its companies together (500,000 in the free tier), and
 * answers 429 to all further ones until the next month. Writes don't count.
 */
export interface ReadMeter {
  /** Counts a read. @returns when reading goes on, if it may not be made; null if it may. */
  take(app: string): Promise<Date | null>;
  /**
   * QuickBooks answered 429 to a read, without saying until when.
   * @returns when reading goes on, if the month's reads are used up; null if there were only too many at once.
   */
  refused(app: string): Promise<Date | null>;
}

const SPENT = "monthly_reads";

/** The month's reads are used up. @param until when reading goes on. */
export function readsSpent(until: Date): ProviderError {
  const retryAfterSeconds = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000));
  const message = `the month's reads are used up until ${until.toISOString()}`;
  const sentence = `QuickBooks' monthly allowance of reads is used up. We continue on ${dayInWords(until.toISOString().slice(0, 10))}.`;
  return new ProviderError("quickbooks", "rate_limited", message, {
    ...{ code: SPENT, retryAfterSeconds, sentence },
  });
}
