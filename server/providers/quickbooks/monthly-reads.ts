import { RateLimitedError } from "@/server/platform/errors";
import type { Reader } from "@/server/providers/credential-store";
import { OWN_PART_CODE, ProviderError } from "@/server/providers/errors";

/** Why no read may be made. */
export type ReadsStopped = {
  /** When reading goes on. */
  until: Date;
} & (
  | { what: "app"; isUsedUp: boolean; refusedSince: Date }
  /** The company has used its part of the month's reads. */
  | { what: "company" }
  /** Most of the month's reads are used; the rest is kept for syncs and postings. */
  | { what: "reserve" }
);

/** A read that is about to be made. */
export interface WantedRead extends Reader {
  /** The app's client id. */
  app: string;
  realmId: string;
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
  take(read: WantedRead): Promise<{ stopped: ReadsStopped | null; afterRefusals: boolean }>;
  /**
   * QuickBooks answered 429 to a read, without saying until when.
   * @returns null if the company alone has to pause.
   */
  refused(read: Pick<WantedRead, "app" | "companyId">): Promise<ReadsStopped | null>;
  /** QuickBooks has answered a read after it had refused others. */
  answered(app: string): Promise<void>;
}

/** No read is made for now, in words for the user: 429 for what somebody asks for, a failure to be repeated for work. */
export function readsStopped(
  stopped: ReadsStopped,
  { purpose }: Pick<Reader, "purpose">,
): ProviderError | RateLimitedError {
  const { until } = stopped;
  const retryAfterSeconds = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000));
  const { code, reason, sentence } = inWords(stopped, purpose);
  if (stopped.what !== "app" && purpose === "interactive") {
    return new RateLimitedError(sentence, { retryAfterSeconds });
  }
  const message = `${reason}; no read until ${until.toISOString()}`;
  const detail = { code, retryAfterSeconds, sentence };
  return new ProviderError("quickbooks", "rate_limited", message, detail);
}

function inWords(stopped: ReadsStopped, purpose: Reader["purpose"]) {
  const at = instantInWords(stopped.until);
  if (stopped.what === "company") {
    const used = "Your company has used its part of QuickBooks' monthly reads for now.";
    const next =
      purpose === "interactive"
        ? `More from ${at}.`
        : `Imports and postings continue at ${at}. Nothing is lost.`;
    return {
      code: OWN_PART_CODE,
      reason: "the company's part of the month's reads is used up",
      sentence: `${used} ${next}`,
    };
  }
  if (stopped.what === "reserve") {
    return {
      code: "reserved_reads",
      reason: "the rest of the month's reads is kept for syncs and postings",
      sentence: `Most of this installation's monthly reads at QuickBooks are used, and the rest is kept for imports and postings. Lists are read again from ${at}.`,
    };
  }
  if (stopped.isUsedUp) {
    return {
      code: "monthly_reads",
      reason: "the month's reads are used up",
      sentence: `QuickBooks' monthly allowance of reads is used up. It begins anew on ${monthAfter(stopped.refusedSince)}; until then we try once an hour.`,
    };
  }
  return {
    code: "reads_refused",
    reason: `every read was refused since ${stopped.refusedSince.toISOString()}`,
    sentence: `QuickBooks has refused all reads of this installation's app since ${instantInWords(stopped.refusedSince)}. Another installation may use up the same app's monthly allowance. We retry once an hour.`,
  };
}

/** The first day of the next month (UTC), as calendars name it. */
function monthAfter(at: Date): string {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))
    .toISOString()
    .slice(0, 10);
}

/** "2026-11-25, 10:04 UTC": the allowance is every company's, so it has no format of one. */
function instantInWords(at: Date): string {
  const text = at.toISOString();
  return `${text.slice(0, 10)}, ${text.slice(11, 16)} UTC`;
}
