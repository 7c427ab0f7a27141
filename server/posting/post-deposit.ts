import type { CompanyContext } from "@/server/context";
import { credentialStore } from "@/server/integrations/credential-store";
import { findIntegration, providerName } from "@/server/integrations/find";
import { markExpired } from "@/server/integrations/mark-expired";
import { readLedgerSettings, readSourceSettings } from "@/server/integrations/settings";
import { log } from "@/server/logger";
import { describeFailure } from "@/server/providers/describe-failure";
import { ProviderError } from "@/server/providers/errors";
import { getProvider } from "@/server/providers/registry";
import { blockPosting } from "./block-posting";
import { type ClaimedPosting, claimPosting, keepClaim, settlePosting } from "./claim-posting";
import { draftDeposit } from "./draft";
import { failPosting } from "./fail-posting";
import { findExisting } from "./find-existing";
import { recordPosted } from "./record-posted";

const RETRY_BASE_SECONDS = 5;
const RETRY_MAX_SECONDS = 15 * 60;

/**
 * Sends one posting to QuickBooks. Safe to call twice and again after a crash at any point: before
 * creating, it looks for the payout's Deposit, and QuickBooks replays the answer to a known `requestid`.
 */
export async function postDeposit(ctx: CompanyContext, postingId: string): Promise<void> {
  const posting = await claimPosting(ctx, postingId);
  if (!posting) return;
  try {
    await keepClaim(ctx, posting, () => send(ctx, posting));
  } catch (error) {
    await handleFailure(ctx, posting, error);
  }
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
  if (deposit.amount <= 0n) {
    return blockPosting(
      ctx,
      posting,
      "QuickBooks takes no negative deposit. Book this payout there by hand.",
    );
  }
  const sourceName = providerName(deposit.integration.provider);
  const category = readSourceSettings(deposit.integration.settings);
  const draft = draftDeposit(posting, {
    bankAccountId: bank.bankId,
    categoryId: category?.categoryId ?? null,
    sourceName,
  });
  // The dialog that asks for the category asks for the rate too: before, the whole batch is a guess.
  const feesUntold = getProvider(deposit.integration.provider).source?.tellsFees === false;
  if (draft === "category_missing" || (feesUntold && !category)) {
    return blockPosting(ctx, posting, `Choose an expense category in ${sourceName} Settings.`);
  }
  const ledger = getProvider("quickbooks").ledger;
  if (!ledger) throw new Error("QuickBooks is a ledger");
  const credentials = credentialStore(ctx, integration);
  const existing = await findExisting(ledger, credentials, draft, deposit.providerId);
  if (existing.found === "conflict") {
    return failPosting(ctx, posting, { code: "conflict", message: `${existing.message}.` });
  }
  const created =
    existing.found === "same"
      ? existing.deposit
      : await ledger.createDeposit(credentials, draft, `${posting.id}-${posting.refusals}`);
  await recordPosted(ctx, posting, {
    integrationId: integration.id,
    created,
    // Found again after a crash, it carries our own note.
    adopted: existing.found === "same" && created.note !== draft.note,
  });
}

async function handleFailure(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  error: unknown,
): Promise<void> {
  log().warn({ postingId: posting.id, depositId: posting.depositId, error }, "posting failed");
  if (!(error instanceof ProviderError)) {
    return failPosting(ctx, posting, {
      code: "internal",
      message: "This deposit could not be posted because of an error on our side.",
    });
  }
  if (error.failure === "unauthorized") {
    const integration = await findIntegration(ctx, "quickbooks");
    if (integration) await markExpired(ctx, integration);
    return blockPosting(ctx, posting, "Connect QuickBooks again to post this deposit.");
  }
  if (error.retryable) {
    const seconds = error.detail.retryAfterSeconds ?? backoffSeconds(posting.attempts);
    return settlePosting(ctx, posting, {
      state: "queued",
      message: describeFailure(error, { retrying: true }),
      errorCode: error.failure,
      nextAttemptAt: new Date(Date.now() + seconds * 1000),
    });
  }
  return failPosting(ctx, posting, {
    code: error.detail.code ?? error.failure,
    message: describeFailure(error),
  });
}

function backoffSeconds(attempts: number): number {
  return Math.min(RETRY_MAX_SECONDS, RETRY_BASE_SECONDS * 2 ** (attempts - 1));
}
