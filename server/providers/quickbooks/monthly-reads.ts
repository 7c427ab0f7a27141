import { ProviderError } from "@/server/providers/errors";

/** Why no read may be made. */
export interface ReadsStopped {
  /** When reading goes on. */
  until: Date;
  /** Every read has been refused since; null where the month's reads are used up. */
  refusedSince: Date | null;
}

/**
 * Intuit grants an app a number of reads a month, for all its companies together (500,000 in the free tier), and
 * answers 429 to all further ones until the next month. Writes don't count.
 */
export interface ReadMeter {
  /**
   * Counts a read, if it may be made.
   * @returns `afterRefusals`: the reads before were refused, so `answered` is to be called once this one is answered.
   */
  take(app: string): Promise<{ stopped: ReadsStopped | null; afterRefusals: boolean }>;
  /**
   * QuickBooks answered 429 to a read, without saying until when.
   * @returns null if there were only too many at once.
   */
  refused(app: string): Promise<ReadsStopped | null>;
  /** QuickBooks has answered a read after it had refused others. */
  answered(app: string): Promise<void>;
}

/** No read is made for now, in words for the user. */
export function readsStopped({ until, refusedSince }: ReadsStopped): ProviderError {
  const retryAfterSeconds = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000));
  const [code, reason, sentence] = refusedSince
    ? ([
        "reads_refused",
        `every read was refused since ${refusedSince.toISOString()}`,
        `QuickBooks has refused all reads of this installation's app since ${instantInWords(refusedSince)}. Another installation may use up the same app's monthly allowance. We retry once an hour.`,
      ] as const)
    : ([
        "monthly_reads",
        "the month's reads are used up",
        `QuickBooks' monthly allowance of reads is used up. We continue on ${until.toISOString().slice(0, 10)}.`,
      ] as const);
  const message = `${reason}; no read until ${until.toISOString()}`;
  const detail = { code, retryAfterSeconds, sentence };
  return new ProviderError("quickbooks", "rate_limited", message, detail);
}

/** "2026-11-25, 10:04 UTC": the allowance is every company's, so it has no format of one. */
function instantInWords(at: Date): string {
  const text = at.toISOString();
  return `${text.slice(0, 10)}, ${text.slice(11, 16)} UTC`;
}
