import { backoffMs } from "@/lib/backoff";
import { toDecimal } from "@/lib/money";
import type { CompanyContext } from "@/server/context";
import { credentialStore } from "@/server/integrations/credential-store";
import { findIntegration, providerName } from "@/server/integrations/find";
import { markExpired } from "@/server/integrations/mark-expired";
import {
  type ClearingSettings,
  readClearingSettings,
  readLedgerSettings,
  readSourceSettings,
} from "@/server/integrations/settings";
import { log } from "@/server/logger";
import { describeFailure } from "@/server/providers/describe-failure";
import { ProviderError } from "@/server/providers/errors";
import { getLedger, getProvider } from "@/server/providers/registry";
import { currencyObstacle } from "./account-currency";
import { blockPosting } from "./block-posting";
import {
  type ClaimedPosting,
  claimPosting,
  keepClaim,
  noteAsked,
  settlePosting,
} from "./claim-posting";
import { draftDeposit } from "./draft";
import { failPosting, parkPosting } from "./fail-posting";
import { findExisting } from "./find-existing";
import { recordPosted } from "./record-posted";

const RETRY = { firstMs: 5_000, longestMs: 15 * 60_000 };
/** Refusals after which a payment that keeps changing is left to a person. */
const MOST_STALE = 3;
/**
 * Workers that died with a posting, one after the other, until it is left to a person: as many as with a sync,
 * since a machine that crashes over something else counts too.
 */
export const MOST_DEATHS = 100;

/**
 * Sends one posting to QuickBooks. Safe to call twice and again after a crash at any point: before
 * creating, it looks for the payout's Deposit, and QuickBooks replays the answer to a known `requestid`.
 */
export async function postDeposit(ctx: CompanyContext, postingId: string): Promise<void> {
  const posting = await claimPosting(ctx, postingId);
  if (!posting) return;
  if (posting.deaths >= MOST_DEATHS) return parkDeadly(ctx, posting);
  try {
    await keepClaim(ctx, posting, () => send(ctx, posting));
  } catch (error) {
    await handleFailure(ctx, posting, error);
  }
}

/** Before anything is asked of QuickBooks: asking may be what it dies of. */
function parkDeadly(ctx: CompanyContext, posting: ClaimedPosting): Promise<void> {
  log().error(
    { postingId: posting.id, depositId: posting.depositId, deaths: posting.deaths },
    "posting parked: each worker that took it died with it",
  );
  return parkPosting(ctx, posting, {
    code: "worker_died",
    message:
      "The program stopped each time in the middle of posting this deposit, so it is no longer tried by itself. QuickBooks may have the Deposit already: trying again looks for it first, and nothing is posted twice.",
  });
}

async function send(ctx: CompanyContext, posting: ClaimedPosting): Promise<void> {
  const { deposit } = posting;
  const integration = await findIntegration(ctx, "quickbooks");
  const bank = readLedgerSettings(integration?.settings);
  if (!integration) return blockPosting(ctx, posting, "Connect QuickBooks to post this deposit.");
  if (integration.status === "expired") {
    return blockPosting(ctx, posting, "Connect QuickBooks again to post this deposit.");
  }
  if (!bank) return blockPosting(ctx, posting, "Choose a bank account in QuickBooks Settings.");
  const sourceName = providerName(deposit.integration.provider);
  const category = readSourceSettings(deposit.integration.settings);
  const clearing = readClearingSettings(integration.settings);
  const draft = draftDeposit(posting, {
    bankAccountId: bank.bankId,
    categoryId: category?.categoryId ?? null,
    clearingId: clearing?.clearingId ?? null,
    sourceName,
  });
  // The dialog that asks for the category asks for the rate too: before, the whole batch is a guess.
  const feesUntold = getProvider(deposit.integration.provider).source?.tellsFees === false;
  if (draft === "category_missing" || (feesUntold && !category)) {
    return blockPosting(ctx, posting, `Choose an expense category in ${sourceName} Settings.`);
  }
  if (draft === "clearing_missing") {
    return blockPosting(
      ctx,
      posting,
      "QuickBooks takes no negative deposit. Choose a clearing account in QuickBooks Settings.",
    );
  }
  const obstacle = await currencyObstacle(ctx, posting, { bank, clearing });
  if (obstacle) return blockPosting(ctx, posting, obstacle);
  const ledger = getLedger();
  const credentials = credentialStore(ctx, integration);
  const existing = await findExisting(ledger, credentials, draft, deposit.providerId);
  if (existing.found === "conflict") {
    return failPosting(ctx, posting, { code: "conflict", message: `${existing.message}.` });
  }
  if (existing.found === "none" && !(await noteAsked(ctx, posting, integration.id))) return;
  const created =
    existing.found === "same"
      ? existing.deposit
      : await ledger.createDeposit(credentials, draft, `${posting.id}-${posting.refusals}`);
  await recordPosted(ctx, posting, {
    integrationId: integration.id,
    created,
    // Found again after a crash, it carries our own note.
    adopted: existing.found === "same" && created.note !== draft.note,
    ...(deposit.amount < 0n && clearing && { note: clearingNote(deposit, clearing) }),
  });
}

/** What is left to do by hand: the bank's debit is no part of a Deposit of zero. */
function clearingNote(
  { amount, currency }: ClaimedPosting["deposit"],
  { clearingName }: ClearingSettings,
): string {
  const debit = `${toDecimal(-Number(amount), currency)} ${currency}`;
  return `Posted as a Deposit of zero, balanced by ${clearingName}. When the bank's debit of ${debit} comes, book it on ${clearingName} too.`;
}

async function handleFailure(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  error: unknown,
): Promise<void> {
  log().warn({ postingId: posting.id, depositId: posting.depositId, error }, "posting failed");
  if (!(error instanceof ProviderError)) {
    // It may have come after QuickBooks' yes: the `requestid` stays.
    return parkPosting(ctx, posting, {
      code: "internal",
      message:
        "This deposit could not be posted because of an error on our side. Undo the match, or correct it in QuickBooks and try again.",
    });
  }
  if (error.failure === "unauthorized") {
    const integration = await findIntegration(ctx, "quickbooks");
    if (integration) await markExpired(ctx, integration);
    return blockPosting(ctx, posting, "Connect QuickBooks again to post this deposit.");
  }
  if (error.failure === "stale" && posting.refusals < MOST_STALE) {
    // Somebody edited one of its payments meanwhile. Nothing was written; read anew it may well fit, under a
    // new request id, because the old one replays the no.
    await settlePosting(ctx, posting, {
      state: "queued",
      message: describeFailure(error, { retrying: true }),
      errorCode: error.failure,
      refusals: { increment: 1 },
      unanswered: false,
      nextAttemptAt: new Date(Date.now() + RETRY.firstMs),
    });
    return;
  }
  if (error.retryable) {
    const { retryAfterSeconds } = error.detail;
    const pause = retryAfterSeconds ? retryAfterSeconds * 1000 : backoffMs(posting.attempts, RETRY);
    await settlePosting(ctx, posting, {
      state: "queued",
      message: describeFailure(error, { retrying: true }),
      errorCode: error.failure,
      nextAttemptAt: new Date(Date.now() + pause),
    });
    return;
  }
  return failPosting(ctx, posting, {
    code: error.detail.code ?? error.failure,
    message: describeFailure(error),
  });
}
