import { backoffMs } from "@/lib/backoff";
import { dateText } from "@/lib/dates";
import { toDecimal } from "@/lib/money";
import { reportsFees } from "@/lib/providers/list";
import { isDepositNote } from "@/server/deposits/deposit-note";
import { bankFor } from "@/server/integrations/bank-accounts";
import { credentialStore } from "@/server/integrations/credential-store";
import { findLedger, providerName } from "@/server/integrations/find";
import { homeCurrency } from "@/server/integrations/home-currency";
import { readLineDefaults } from "@/server/integrations/line-defaults";
import { markExpired } from "@/server/integrations/mark-expired";
import {
  type ClearingSettings,
  readClearingSettings,
  readSourceSettings,
} from "@/server/integrations/settings";
import type { CompanyContext } from "@/server/platform/context";
import { log } from "@/server/platform/logger";
import { describeFailure } from "@/server/providers/describe-failure";
import { ProviderError } from "@/server/providers/errors";
import type { DepositDraft } from "@/server/providers/ledger";
import { getLedger } from "@/server/providers/registry";
import { accountObstacle } from "./account-obstacle";
import { bankMissing } from "./bank-missing";
import { blockPosting } from "./block-posting";
import {
  type ClaimedPosting,
  claimPosting,
  keepClaim,
  markRequestSent,
  settlePosting,
} from "./claim-posting";
import { closedBooksObstacle } from "./closed-books-obstacle";
import { type Books, createPlannedPayments, plannedOf } from "./create-planned-payments";
import { CreationRefusedError } from "./creation-refused";
import { currencyObstacle } from "./currency-obstacle";
import { draftDeposit, journalOf, UnprovenSumError } from "./draft";
import { failPosting, parkPosting } from "./fail-posting";
import { findExisting } from "./find-existing";
import { halfMade } from "./half-made";
import { lookalikeObstacle } from "./lookalike-obstacle";
import { recordPosted } from "./record-posted";
import { refusalText } from "./refusal-text";
import { waitForBank } from "./wait-for-bank";

const RETRY = { firstMs: 5_000, longestMs: 15 * 60_000 };
/** Refusals after which a payment that keeps changing is left to the user. */
const MAX_STALE = 3;
/**
 * Crashes in a row after which a posting is left to the user. As many as with a sync, since a machine that
 * crashes for another reason counts too.
 */
export const MAX_CRASHES = 100;

/**
 * Sends one posting to QuickBooks. Safe to call twice and again after a crash at any point: before
 * creating, it looks for the payout's Deposit, and QuickBooks replays the answer to a known `requestid`.
 */
export async function postDeposit(ctx: CompanyContext, postingId: string): Promise<void> {
  const posting = await claimPosting(ctx, postingId);
  if (!posting) return;
  if (posting.crashCount >= MAX_CRASHES) return quarantine(ctx, posting);
  try {
    await keepClaim(ctx, posting, () => send(ctx, posting));
  } catch (error) {
    await handleFailure(ctx, posting, error);
  }
}

/** Runs before any request to QuickBooks: the request may be what crashes the worker. */
function quarantine(ctx: CompanyContext, posting: ClaimedPosting): Promise<void> {
  log().error(
    { postingId: posting.id, depositId: posting.depositId, crashCount: posting.crashCount },
    "posting quarantined: each worker that claimed it crashed",
  );
  return parkPosting(ctx, posting, {
    code: "worker_died",
    message:
      "Posting kept failing partway, so we stopped retrying. QuickBooks may already have this deposit. Retry checks first, so nothing is posted twice.",
  });
}

async function send(ctx: CompanyContext, posting: ClaimedPosting): Promise<void> {
  const { deposit } = posting;
  if (await waitForBank(ctx, posting)) return;
  const integration = await findLedger(ctx);
  if (!integration)
    return blockPosting(ctx, posting, "Connect QuickBooks to post this deposit.", "not_connected");
  if (integration.status === "expired") {
    return blockPosting(
      ctx,
      posting,
      "Reconnect QuickBooks to post this deposit.",
      "not_connected",
    );
  }
  const sourceName = providerName(deposit.integration.provider);
  const kind = { source: deposit.integration.provider, currency: deposit.currency };
  const home = await homeCurrency(ctx);
  const bank = bankFor(integration.settings, kind, home);
  if (!bank) {
    const message = bankMissing(integration.settings, kind, home);
    return blockPosting(ctx, posting, message, "bank_missing");
  }
  const category = readSourceSettings(deposit.integration.settings);
  const clearing = readClearingSettings(integration.settings);
  const choices = {
    bankAccountId: bank.bankId,
    categoryId: category?.categoryId ?? null,
    clearingId: clearing?.clearingId ?? null,
    sourceName,
    lines: readLineDefaults(deposit.integration.settings),
  };
  const draft = draftDeposit(posting, choices);
  // The dialog that asks for the category asks for the rate too: before, the whole batch is a guess.
  const reportsNoFees = !reportsFees(deposit.integration.provider);
  if (draft === "category_missing" || (reportsNoFees && !category)) {
    return blockPosting(
      ctx,
      posting,
      `Choose an expense category in ${sourceName} Settings.`,
      "category_missing",
    );
  }
  if (draft === "clearing_missing") {
    return blockPosting(
      ctx,
      posting,
      "QuickBooks can't record a negative deposit. Choose a clearing account in QuickBooks Settings.",
      "clearing_missing",
    );
  }
  if ("missing" in draft) return blockPosting(ctx, posting, draft.message, "account_missing");
  const unusable = accountObstacle(draft, { bank, integration });
  if (unusable) return blockPosting(ctx, posting, unusable.reason, unusable.code);
  const obstacle = await currencyObstacle(ctx, posting, { bank, clearing });
  if (obstacle) return blockPosting(ctx, posting, obstacle, "currency_differs");
  const books = {
    integration,
    ledger: getLedger(),
    credentials: credentialStore(ctx, integration),
  };
  const ready = await completeBooks(ctx, posting, draft, books);
  if (!ready) return;
  // The created payments have QuickBooks' Ids by now.
  const complete = ready === posting ? draft : draftDeposit(ready, choices);
  if (typeof complete === "string" || "missing" in complete) {
    throw new UnprovenSumError(`deposit ${deposit.id} lost an account while it was posted`);
  }
  await sendDeposit(ctx, ready, complete, books, clearing);
}

/**
 * Creates what the books lack. A Deposit of this payout that somebody else made is noticed before that.
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
  const { ledger, credentials } = books;
  const ids = new Set(planned.map(({ providerId }) => providerId));
  const payout = payoutOf(posting);
  const existing = await findExisting(ledger, credentials, draft, payout, ids);
  if (existing.found === "conflict") {
    await failPosting(ctx, posting, { code: "conflict", message: `${existing.message}.` });
    return null;
  }
  if (await isBlockedByClosedBooks(ctx, posting, books)) return null;
  return createPlannedPayments(ctx, posting, books);
}

async function sendDeposit(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  draft: DepositDraft,
  { integration, ledger, credentials }: Books,
  clearing: ClearingSettings | null,
): Promise<void> {
  const { deposit } = posting;
  const existing = await findExisting(ledger, credentials, draft, payoutOf(posting));
  if (existing.found === "conflict") {
    return failPosting(ctx, posting, { code: "conflict", message: `${existing.message}.` });
  }
  if (existing.found === "none") {
    const { nearby } = existing;
    const alike = await lookalikeObstacle(ctx, posting, { integration, draft, nearby });
    if (alike) return blockPosting(ctx, posting, alike, "maybe_booked");
    if (await isBlockedByClosedBooks(ctx, posting, { integration })) return;
    const journal = journalOf(posting, integration.settings, draft.note);
    const isOurs = await markRequestSent(ctx, posting, { integrationId: integration.id, journal });
    if (!isOurs) return;
  }
  const created =
    existing.found === "same"
      ? existing.deposit
      : await ledger.createDeposit(credentials, draft, `${posting.id}-${posting.refusals}`);
  await recordPosted(ctx, posting, {
    integrationId: integration.id,
    created,
    // Found again after a crash, it carries our own note.
    adopted:
      existing.found === "same" &&
      !isDepositNote(created.note, providerName(deposit.integration.provider), deposit.providerId),
    ...(deposit.amount < 0n && clearing && { note: clearingNote(deposit, clearing) }),
  });
}

/** An existing Deposit is linked to even in a closed period; a new one waits. */
async function isBlockedByClosedBooks(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  { integration }: Pick<Books, "integration">,
): Promise<boolean> {
  const obstacle = await closedBooksObstacle(ctx, posting, integration);
  if (obstacle) await blockPosting(ctx, posting, obstacle, "books_closed");
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

async function handleFailure(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  error: unknown,
): Promise<void> {
  log().warn({ postingId: posting.id, depositId: posting.depositId, error }, "posting failed");
  if (isClosedPeriod(error) && (await blockClosed(ctx, posting))) return;
  if (error instanceof CreationRefusedError) {
    const { code, message, details } = error;
    return failPosting(ctx, posting, { code, message, details });
  }
  if (!(error instanceof ProviderError)) {
    // QuickBooks may have created the Deposit before the error: keep the `requestid`.
    return parkPosting(ctx, posting, {
      code: "internal",
      message:
        "This deposit couldn't be posted because of a problem on our side. Retry, or undo the match.",
    });
  }
  if (error.failure === "unauthorized") {
    const integration = await findLedger(ctx);
    if (integration) await markExpired(ctx, integration);
    return blockPosting(
      ctx,
      posting,
      "Reconnect QuickBooks to post this deposit.",
      "not_connected",
    );
  }
  if (error.failure === "stale" && posting.refusals < MAX_STALE) {
    // One of its payments was just edited. Nothing was written, and a retry reads it first; it needs a
    // new request id, because the old one replays the refusal.
    await settlePosting(ctx, posting, {
      state: "queued",
      message: await retryingText(ctx, posting, error),
      errorCode: error.failure,
      refusals: { increment: 1 },
      outcomeUnknown: false,
      nextAttemptAt: new Date(Date.now() + RETRY.firstMs),
    });
    return;
  }
  if (error.detail.factsChanged && posting.refusals === 0) {
    // Nothing was written, and the next attempt sends what the company takes now, under a new request id.
    await settlePosting(ctx, posting, {
      state: "queued",
      message: "The company's settings changed in QuickBooks. We'll retry automatically.",
      errorCode: "facts_changed",
      refusals: { increment: 1 },
      outcomeUnknown: false,
      nextAttemptAt: new Date(),
    });
    return;
  }
  if (error.retryable) {
    const { retryAfterSeconds } = error.detail;
    const pause = retryAfterSeconds ? retryAfterSeconds * 1000 : backoffMs(posting.attempts, RETRY);
    await settlePosting(ctx, posting, {
      state: "queued",
      message: await retryingText(ctx, posting, error),
      errorCode: error.failure,
      nextAttemptAt: new Date(Date.now() + pause),
    });
    return;
  }
  return failPosting(ctx, posting, {
    code: error.detail.code ?? error.failure,
    message: refusalText(error),
    details: error.detail.words,
  });
}

/** QuickBooks' code of a closed period. */
const CLOSED = "6210";

function isClosedPeriod(error: unknown): boolean {
  const code = error instanceof ProviderError ? error.detail.code : undefined;
  return code === CLOSED || (error instanceof CreationRefusedError && error.code === CLOSED);
}

/**
 * The books were closed since they were read last. Nothing was written, and the next request needs a new id.
 * @returns false when QuickBooks does not say until when, or not any more.
 */
async function blockClosed(ctx: CompanyContext, posting: ClaimedPosting): Promise<boolean> {
  const integration = await findLedger(ctx);
  if (!integration) return false;
  const obstacle = await closedBooksObstacle(ctx, posting, integration, { refused: true }).catch(
    (error: unknown) => {
      if (error instanceof ProviderError) return null;
      throw error;
    },
  );
  if (!obstacle) return false;
  const noted = { refusals: { increment: 1 }, outcomeUnknown: false };
  if (await settlePosting(ctx, posting, noted)) {
    await blockPosting(ctx, posting, obstacle, "books_closed");
  }
  return true;
}

async function retryingText(
  ctx: CompanyContext,
  { depositId }: ClaimedPosting,
  error: ProviderError,
): Promise<string> {
  return describeFailure(error, { retrying: true }) + (await halfMade(ctx, depositId));
}
