import type { Integration } from "@/generated/prisma/client";
import { type CalendarDate, dateText } from "@/lib/dates";
import { type DateFormat, dayInWords } from "@/lib/format-date";
import { LEDGER } from "@/lib/providers/list";
import { readCompanyFacts, refreshCompanyFacts } from "@/server/connections/company-facts";
import { providerName } from "@/server/connections/find";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import type { DepositDraft, LedgerDeposit } from "@/server/providers/ledger";
import { loadDateFormat } from "@/server/work/company";
import { wordsOf } from "@/server/work/ledger-words";
import { type ClaimedPosting, type Obstacle, settlePosting } from "./claim-posting";
import { plannedOf } from "./create-planned-payments";
import { bookedOn, firstOpenDay } from "./open-day-posting";
import { readFacts } from "./recorded-elsewhere/facts";
import { judgeExisting } from "./recorded-elsewhere/judge-existing";
import { storeSuggestions } from "./recorded-elsewhere/suggestions";

export const CONNECT: Obstacle = {
  reason: `Connect ${providerName(LEDGER)} to post this deposit.`,
  code: "not_connected",
};

/** @param ledger "QuickBooks" */
export function reconnect(ledger: string): Obstacle {
  return { reason: `Reconnect ${ledger} to post this deposit.`, code: "not_connected" };
}

/**
 * Why the books take nothing dated as a posting's Deposit, or a receipt created for it; null when they do. What is
 * kept with the connection decides; where that says no, it is read anew, so that reopened books count at once.
 * @param refused the ledger has just said that they are closed.
 * @throws ProviderError.
 */
export async function closedBooksObstacle(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  integration: Integration,
  { refused = false } = {},
): Promise<Obstacle | null> {
  const { deposit } = posting;
  const dates = [deposit, ...plannedOf(posting)].map(({ txnDate }) =>
    bookedOn(dateText(txnDate), deposit.earliestDate),
  );
  const isClosed = (until: CalendarDate | null) =>
    until !== null && dates.some((date) => date <= until);
  const known = readCompanyFacts(integration);
  if (known && !refused && !isClosed(known.closedUntil)) return null;
  const { closedUntil } = await refreshCompanyFacts(ctx, integration);
  if (closedUntil === null || !isClosed(closedUntil)) return null;
  return booksClosed(closedUntil, await loadDateFormat(ctx));
}

/** @param closedUntil the last day of the closed period. */
export function booksClosed(closedUntil: CalendarDate, format: DateFormat): Obstacle {
  const openDay = dayInWords(firstOpenDay(closedUntil), format);
  const reason = `The books are closed through ${dayInWords(closedUntil, format)}: post with the date ${openDay}, or ask your accountant.`;
  return { reason, code: "books_closed" };
}

/**
 * Whether the books may have this payout already, deposited by hand, before a Deposit is created.
 * @param look.nearby the Deposits of about these days.
 * @returns the Deposit to link to, where that leaves no other reading; why nothing is created until a user links to it or
 *   says that it isn't this payout's; null when nothing looks like it.
 */
export async function findLookalike(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  look: { integration: Integration; draft: DepositDraft; nearby: LedgerDeposit[] },
): Promise<LedgerDeposit | Obstacle | null> {
  const { integration, ...books } = look;
  const { deposit } = posting;
  const found = await findAlike(ctx, integration, {
    ...{ depositId: deposit.id, date: dateText(deposit.txnDate), ...books },
  });
  if (!found) return null;
  const { alike, isCertain, evidence } = found;
  // A payment that we created for it may be a second one: a user has to look.
  if (isCertain && plannedOf(posting).length === 0) return alike;
  await withCompanyLock(ctx, (tx) =>
    storeSuggestions(tx, ctx, integration, [{ depositId: deposit.id, existing: alike, evidence }]),
  );
  const date = dayInWords(alike.date, await loadDateFormat(ctx));
  const { name, depositOf, numberOf } = wordsOf(integration.provider);
  const it = numberOf(alike.id) ? depositOf(alike.id) : `a ${depositOf(alike.id)}`;
  const reason = `${name} may have this payout already: ${it} of ${date} has the same total. Link to it, or say that it isn't this payout.`;
  return { reason, code: "maybe_booked" };
}

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
  const day = dayInWords(dateText(txnDate), await loadDateFormat(ctx));
  await settlePosting(ctx, posting, {
    state: "queued",
    message: `Posted on ${day}, when your bank has the money.`,
    nextAttemptAt: new Date(Math.max(txnDate.getTime(), Date.now() + LOOK_AGAIN_MS)),
  });
  return true;
}

/**
 * The last look before a Deposit is created: whether the books have one that may be this payout's, without its id
 * and without our payments.
 * @param look.date of the payout; `nearby`: the Deposits of about these days.
 */
async function findAlike(
  ctx: CompanyContext,
  integration: Integration,
  look: { depositId: number; date: string; draft: DepositDraft; nearby: LedgerDeposit[] },
): Promise<{ alike: LedgerDeposit; isCertain: boolean; evidence: string[] } | null> {
  const { depositId, date, draft, nearby } = look;
  // Mostly there is none, and nothing more is read.
  const alike = nearby.filter(
    ({ total, currency, payments }) =>
      total === draft.total && currency === draft.currency && payments.length === 0,
  );
  if (alike.length === 0) return null;
  const span = { from: date, to: date };
  const { payouts, existing } = await db(ctx).$transaction((tx) =>
    readFacts(tx, ctx, integration, { span, deposits: alike, sending: depositId }),
  );
  const own = judgeExisting(payouts, existing).find(({ payoutId }) => payoutId === depositId);
  const found = alike.find(({ id }) => id === own?.existingId);
  if (!own || !found) return null;
  return { alike: found, isCertain: own.verdict === "certain", evidence: own.evidence };
}
