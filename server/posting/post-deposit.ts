import { dateText } from "@/lib/dates";
import { toDecimal } from "@/lib/money";
import { reportsFees } from "@/lib/providers/list";
import { bankFor } from "@/server/connections/bank-accounts";
import { credentialStore } from "@/server/connections/credentials";
import { findLedger, homeCurrency, providerName } from "@/server/connections/find";
import { readLineDefaults } from "@/server/connections/line-settings";
import {
  type ClearingSettings,
  readClearingSettings,
  readSourceSettings,
} from "@/server/connections/settings";
import { isDepositNote } from "@/server/deposits/deposit-note";
import type { CompanyContext } from "@/server/platform/context";
import { log } from "@/server/platform/logger";
import type { DepositDraft } from "@/server/providers/ledger";
import { getLedger } from "@/server/providers/registry";
import {
  blockPosting,
  type ClaimedPosting,
  claimPosting,
  failPosting,
  failWithUnknownOutcome,
  keepClaim,
  markRequestSent,
  type Obstacle,
} from "./claim-posting";
import { type Books, createPlannedPayments, plannedOf } from "./create-planned-payments";
import { categoryMissing, draftDeposit, findExisting, journalOf, UnprovenSumError } from "./draft";
import { handleFailure, recordPosted } from "./handle-failure";
import {
  accountObstacle,
  bankMissing,
  CONNECT,
  closedBooksObstacle,
  currencyObstacle,
  lookalikeObstacle,
  RECONNECT,
  waitForBank,
} from "./obstacles";

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
  if (posting.crashCount >= MAX_CRASHES) return failAfterCrashes(ctx, posting);
  try {
    await keepClaim(ctx, posting, () => send(ctx, posting));
  } catch (error) {
    await handleFailure(ctx, posting, error);
  }
}

/** Runs before any request to QuickBooks: the request may be what crashes the worker. */
function failAfterCrashes(ctx: CompanyContext, posting: ClaimedPosting): Promise<void> {
  log().error(
    { postingId: posting.id, depositId: posting.depositId, crashCount: posting.crashCount },
    "posting failed: each worker that claimed it crashed",
  );
  return failWithUnknownOutcome(ctx, posting, {
    code: "worker_died",
    message:
      "Posting kept failing partway, so we stopped retrying. QuickBooks may already have this deposit. Retry checks first, so nothing is posted twice.",
  });
}

async function send(ctx: CompanyContext, posting: ClaimedPosting): Promise<void> {
  if (await waitForBank(ctx, posting)) return;
  const prepared = await prepare(ctx, posting);
  if ("code" in prepared) return blockPosting(ctx, posting, prepared);
  const { choices, draft, books, clearing } = prepared;
  const ready = await completeBooks(ctx, posting, draft, books);
  if (!ready) return;
  // The created payments have QuickBooks' Ids by now.
  const complete = ready === posting ? draft : draftDeposit(ready, choices);
  if ("code" in complete) {
    throw new UnprovenSumError(`deposit ${posting.depositId} lost an account while it was posted`);
  }
  await sendDeposit(ctx, ready, complete, books, clearing);
}

/** What a posting is sent with. */
interface Prepared {
  choices: Parameters<typeof draftDeposit>[1];
  draft: DepositDraft;
  books: Books;
  clearing: ClearingSettings | null;
}

/** Everything that has to be there before QuickBooks is asked. The first obstacle counts. */
async function prepare(ctx: CompanyContext, posting: ClaimedPosting): Promise<Prepared | Obstacle> {
  const { deposit } = posting;
  const { provider } = deposit.integration;
  const integration = await findLedger(ctx);
  if (!integration) return CONNECT;
  if (integration.status === "expired") return RECONNECT;
  const sourceName = providerName(provider);
  const kind = { source: provider, currency: deposit.currency };
  const home = await homeCurrency(ctx);
  const bank = bankFor(integration.settings, kind);
  if (!bank) return bankMissing(integration.settings, kind, home);
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
  if (!reportsFees(provider) && !category) return categoryMissing(sourceName);
  if ("code" in draft) return draft;
  const obstacle =
    accountObstacle(draft, { bank, integration }) ??
    (await currencyObstacle(ctx, posting, { bank, clearing }));
  if (obstacle) return obstacle;
  const books = {
    integration,
    ledger: getLedger(),
    credentials: credentialStore(ctx, integration),
  };
  return { choices, draft, books, clearing };
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
    if (alike) return blockPosting(ctx, posting, alike);
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
