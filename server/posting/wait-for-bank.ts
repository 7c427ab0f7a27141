import { dateText } from "@/lib/dates";
import { dayInWords } from "@/lib/format-date";
import type { CompanyContext } from "@/server/platform/context";
import { type ClaimedPosting, settlePosting } from "./claim-posting";

/** A sync notices that the day has come; it may be later than midnight. */
const LOOK_AGAIN_MS = 3_600_000;

/**
 * Puts off the posting of a settled batch that the bank doesn't have yet: a match made before the days to the bank were
 * set, since none is made in the meantime. What may have been sent is not put off.
 * @returns whether it was.
 */
export async function waitForBank(ctx: CompanyContext, posting: ClaimedPosting): Promise<boolean> {
  const { payoutStatus, settledOn, txnDate } = posting.deposit;
  const waits = payoutStatus === "in_transit" && settledOn !== null && !posting.outcomeUnknown;
  if (!waits) return false;
  await settlePosting(ctx, posting, {
    state: "queued",
    message: `Posted on ${dayInWords(dateText(txnDate))}, when your bank has the money.`,
    nextAttemptAt: new Date(Math.max(txnDate.getTime(), Date.now() + LOOK_AGAIN_MS)),
  });
  return true;
}
