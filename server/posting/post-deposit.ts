import { dateText } from "@/lib/dates";
import { toDecimal } from "@/lib/money";
import { credentialStore } from "@/server/connections/credentials";
import { findLedger, homeCurrency, providerName } from "@/server/connections/find";
import type { ClearingSettings } from "@/server/connections/settings";
import type { CompanyContext } from "@/server/platform/context";
import { log } from "@/server/platform/logger";
import type { DepositDraft } from "@/server/providers/ledger";
import { getLedger } from "@/server/providers/registry";
import { loadLedgerWords } from "@/server/work/ledger-words";
import {
  blockPosting,
  type ClaimedPosting,
  claimPosting,
  failPosting,
  failWithUnknownOutcome,
  keepClaim,
  type Obstacle,
  updatePosting,
} from "./claim-posting";
import { type Books, createPlannedPayments, plannedOf } from "./create-planned-payments";
import { draftDeposit, journalOf, UnprovenSumError } from "./draft";
import { type Existing, findExisting, judge } from "./find-existing";
import { handleFailure, recordPosted } from "./handle-failure";
import { CONNECT, closedBooksObstacle, findLookalike, reconnect, waitForBank } from "./obstacles";
import { isOwnDeposit, ownPayout, waitForOwner } from "./owned-payout";
import { type Prepared, prepareDraft } from "./prepare-draft";

/**
 * Crashes in a row after which a posting is left to the user. As many as with a sync, since a machine that
 * crashes for another reason counts too.
 */
export const MAX_CRASHES = 100;

/**
 * Sends one posting to the books. Safe to call twice and again after a crash at any point: before
 * creating, it looks for the payout's Deposit, and the ledger never creates a second one for a known request id.
 */
export async function postDeposit(ctx: CompanyContext, postingId: string): Promise<void> {
  const posting = await claimPosting(ctx, postingId);
  if (!posting) return;
  if (posting.crashCount >= MAX_CRASHES) return failAfterCrashes(ctx, posting);
  try {
    await keepClaim(ctx, posting, () => send(ctx, posting));
  } catch (error) {
    await handleFailure(ctx, posting, error);
  }
}

/** Runs before any request to the books: the request may be what crashes the worker. */
async function failAfterCrashes(ctx: CompanyContext, posting: ClaimedPosting): Promise<void> {
  log().error(
    { postingId: posting.id, depositId: posting.depositId, crashCount: posting.crashCount },
    "posting failed: each worker that claimed it crashed",
  );
  const { name } = await loadLedgerWords(ctx);
  return failWithUnknownOutcome(ctx, posting, {
    code: "worker_died",
    message: `Posting kept failing partway, so we stopped retrying. ${name} may already have this deposit. Retry checks first, so nothing is posted twice.`,
  });
}

async function send(ctx: CompanyContext, posting: ClaimedPosting): Promise<void> {
  if (await waitForBank(ctx, posting)) return;
  const prepared = await prepare(ctx, posting);
  if ("code" in prepared) return blockPosting(ctx, posting, prepared);
  const { choices, draft, books, clearing } = prepared;
  const ready = await completeBooks(ctx, posting, draft, books);
  if (!ready) return;
  // The created payments have the books' ids by now.
  const complete = ready === posting ? draft : draftDeposit(ready, choices);
  if ("code" in complete) {
    throw new UnprovenSumError(`deposit ${posting.depositId} lost an account while it was posted`);
  }
  await sendDeposit(ctx, ready, complete, books, clearing);
}

/** What a posting is sent with, or what has to be there before the books are asked. */
async function prepare(
  ctx: CompanyContext,
  posting: ClaimedPosting,
): Promise<(Prepared & { books: Books }) | Obstacle> {
  const integration = await findLedger(ctx);
  if (!integration) return CONNECT;
  if (integration.status === "expired") return reconnect(providerName(integration.provider));
  const prepared = prepareDraft(posting, { integration, home: await homeCurrency(ctx) });
  if ("code" in prepared) return prepared;
  const books = {
    integration,
    ledger: getLedger(integration.provider),
    credentials: credentialStore(ctx, integration, "bookkeeping"),
  };
  return { ...prepared, books };
}

/**
 * Creates the planned payments, after checking that no one else has deposited this payout.
 * @returns null when the posting goes no further.
 */
async function completeBooks(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  draft: DepositDraft,
  books: Books,
): Promise<ClaimedPosting | null> {
  const planned = plannedOf(posting);
  if (planned.length === 0) return posting;
  const ids = new Set(planned.map(({ providerId }) => providerId));
  let existing = await findExisting(books, draft, payoutOf(posting), ids);
  if (existing.found !== "conflict") {
    if (await isBlockedByClosedBooks(ctx, posting, books)) return null;
    const owned = await own(ctx, posting, draft, books);
    if (owned === null) return null;
    existing = owned;
  }
  if (existing.found === "conflict") {
    await failPosting(ctx, posting, { code: "conflict", message: `${existing.message}.` });
    return null;
  }
  return createPlannedPayments(ctx, posting, books, draft.clearingAccountId);
}

async function sendDeposit(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  draft: DepositDraft,
  books: Books,
  clearing: ClearingSettings | null,
): Promise<void> {
  const { deposit } = posting;
  const { integration, ledger, credentials } = books;
  let existing = await findExisting(books, draft, payoutOf(posting));
  if (existing.found === "none") {
    const { nearby } = existing;
    const alike = await findLookalike(ctx, posting, { integration, draft, nearby });
    if (alike && "code" in alike) return blockPosting(ctx, posting, alike);
    if (alike) existing = { found: "same", deposit: alike };
  }
  if (existing.found === "none") {
    if (await isBlockedByClosedBooks(ctx, posting, { integration })) return;
    const journal = journalOf(posting, integration, draft.note);
    // From here on the books may have it, even if this worker crashes.
    const sent = { outcomeUnknown: true, integrationId: integration.id, journal };
    const owned = await own(ctx, posting, draft, books, sent);
    if (owned === null) return;
    existing = owned;
  }
  if (existing.found === "conflict") {
    return failPosting(ctx, posting, { code: "conflict", message: `${existing.message}.` });
  }
  const created =
    existing.found === "same"
      ? existing.deposit
      : await ledger.createDeposit(
          credentials,
          draft,
          `${posting.id}-${posting.refusals}`,
          // Another worker that has the claim by now goes on from there.
          (quickbooksDepositId) => updatePosting(ctx, posting, { quickbooksDepositId }),
        );
  const { payments, belowZero } = ledger.capabilities;
  const isBalanced = deposit.amount < 0n && belowZero === "balanced";
  await recordPosted(ctx, posting, {
    integrationId: integration.id,
    created,
    adopted: existing.found === "same" && !(await isOwnDeposit(ctx, posting, integration, created)),
    isKept: payments === "clearing",
    ...(isBalanced && clearing && { note: clearingNote(deposit, clearing) }),
  });
}

/**
 * Makes the posting its payout's owner, as what it sends next needs.
 * @param sent what is written with it.
 * @returns "none" when it is, or the Deposit that another company here has made of the payout; null when the posting
 *   goes no further.
 */
async function own(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  draft: DepositDraft,
  books: Books,
  sent: Parameters<typeof ownPayout>[3] = {},
): Promise<Existing | null> {
  const owned = await ownPayout(ctx, posting, books, sent);
  if (owned === "ours") return { found: "none", nearby: [] };
  if (owned === "theirs") await waitForOwner(ctx, posting);
  if (owned === "theirs" || owned === "lost") return null;
  return judge(owned, draft, books, { why: `mentions payout ${posting.deposit.providerId}` });
}

/** An existing Deposit is linked to even in a closed period; a new one waits. */
async function isBlockedByClosedBooks(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  { integration }: Pick<Books, "integration">,
): Promise<boolean> {
  const obstacle = await closedBooksObstacle(ctx, posting, integration);
  if (obstacle) await blockPosting(ctx, posting, obstacle);
  return obstacle !== null;
}

function payoutOf({ deposit }: ClaimedPosting) {
  return { id: deposit.providerId, date: dateText(deposit.txnDate) };
}

/** What the user still has to do: a Deposit of zero does not include the bank's debit. */
function clearingNote(
  { amount, currency }: ClaimedPosting["deposit"],
  { clearingName }: ClearingSettings,
): string {
  const debit = `${toDecimal(-Number(amount), currency)} ${currency}`;
  return `Posted as a 0.00 deposit against ${clearingName}. When the ${debit} withdrawal shows in your bank feed, categorize it to ${clearingName}.`;
}
