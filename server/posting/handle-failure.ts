import { Prisma } from "@/generated/prisma/client";
import { backoffMs } from "@/lib/backoff";
import { describeProvider } from "@/lib/providers/list";
import { markExpired } from "@/server/connections/credentials";
import { findLedger, providerName } from "@/server/connections/find";
import { foundJournal } from "@/server/deposits/deposit-journal";
import type { PostingObstacle } from "@/server/deposits/reason-words";
import { lasting } from "@/server/platform/clock";
import type { CompanyContext } from "@/server/platform/context";
import { log } from "@/server/platform/logger";
import { ClaimLostError } from "@/server/platform/queue/claims";
import { recordAudit } from "@/server/platform/record-audit";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { describeFailure } from "@/server/providers/describe-failure";
import { ProviderError } from "@/server/providers/errors";
import type { LedgerDeposit } from "@/server/providers/ledger";
import { loadLedgerWords } from "@/server/work/ledger-words";
import {
  blockPosting,
  type ClaimedPosting,
  failPosting,
  failWithUnknownOutcome,
  REFUSED,
  settlePosting,
} from "./claim-posting";
import { CreationRefusedError, partialCreationNote } from "./created-records";
import { closedBooksObstacle, reconnect } from "./obstacles";
import { storedAs } from "./posted-as";
import { closeSeparateFees } from "./recorded-elsewhere/separate-fees";

/** What the ledger says where an account that was chosen here doesn't do. */
const OBSTACLES: Readonly<Record<string, PostingObstacle>> = {
  bank_account: "bank_missing",
  clearing_account: "clearing_missing",
  account_currency: "currency_differs",
  bank_account_line: "account_unusable",
};
/** Something of an attempt is in the books; an undo looks for it. */
const LEFT: ReadonlySet<string> = new Set(["earlier_attempt", "left_in_books"]);
/** Correcting the books doesn't resolve it. */
const UNBOOKABLE: ReadonlySet<string> = new Set(["nothing_to_bank", "nothing_to_book"]);

const RETRY = { firstMs: 5_000, longestMs: 15 * 60_000 };
/** Refusals after which a payment that keeps changing is left to the user. */
const MAX_STALE = 3;

/** What becomes of a posting whose attempt failed: sent again, blocked until something is supplied, or left to the user. */
export async function handleFailure(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  error: unknown,
): Promise<void> {
  // The worker that has the claim goes on, with what is recorded so far.
  if (error instanceof ClaimLostError) return;
  log().warn({ postingId: posting.id, depositId: posting.depositId, error }, "posting failed");
  if (isClosedPeriod(error) && (await blockClosed(ctx, posting))) return;
  if (error instanceof CreationRefusedError) {
    const { code, message, details } = error;
    return failPosting(ctx, posting, { code, message, details });
  }
  if (!(error instanceof ProviderError)) {
    // The books may have the Deposit from before the error: keep the `requestid`.
    return failWithUnknownOutcome(ctx, posting, {
      code: "internal",
      message:
        "This deposit couldn't be posted because of a problem on our side. Retry, or undo the match.",
    });
  }
  if (error.failure === "unauthorized") {
    const integration = await findLedger(ctx);
    if (integration) await markExpired(ctx, integration);
    return blockPosting(ctx, posting, reconnect(providerName(error.provider)));
  }
  if (error.failure === "stale" && posting.refusals < MAX_STALE) {
    // One of its payments was just edited: a retry reads it first.
    const message = await retryingText(ctx, posting, error);
    return sendAnew(ctx, posting, { message, errorCode: error.failure });
  }
  if (error.detail.factsChanged && posting.refusals === 0) {
    const message = `The company's settings changed in ${providerName(error.provider)}. We'll retry automatically.`;
    return sendAnew(ctx, posting, { message, errorCode: "facts_changed" });
  }
  if (error.retryable) {
    const { retryAfterSeconds } = error.detail;
    const pause = retryAfterSeconds ? retryAfterSeconds * 1000 : backoffMs(posting.attempts, RETRY);
    await settlePosting(ctx, posting, {
      state: "queued",
      message: await retryingText(ctx, posting, error),
      errorCode: error.failure,
      nextAttemptAt: new Date(Date.now() + lasting(pause)),
    });
    return;
  }
  const { code = error.failure, words } = error.detail;
  const reason = { code, message: refusalText(error), details: words };
  const obstacle = OBSTACLES[code];
  // It was refused before anything was sent: what an earlier attempt may have left is there still.
  const { outcomeUnknown } = posting;
  if (obstacle) {
    const noted = { refusals: { increment: 1 }, outcomeUnknown };
    if (!(await settlePosting(ctx, posting, noted))) return;
    return blockPosting(ctx, posting, { reason: reason.message, code: obstacle });
  }
  if (LEFT.has(code)) return failWithUnknownOutcome(ctx, posting, reason);
  if (!UNBOOKABLE.has(code)) return failPosting(ctx, posting, reason);
  const then = "Undo the match, and mark it as booked elsewhere.";
  if (!outcomeUnknown) return failPosting(ctx, posting, { ...reason, then });
  return failWithUnknownOutcome(ctx, posting, { ...reason, message: `${reason.message} ${then}` });
}

/** Nothing was written. The next attempt needs a new request id, because the old one replays the refusal. */
async function sendAnew(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  reason: { message: string; errorCode: string },
): Promise<void> {
  await settlePosting(ctx, posting, {
    ...reason,
    ...REFUSED,
    state: "queued",
    nextAttemptAt: new Date(Date.now() + lasting(RETRY.firstMs)),
  });
}

/** Of a closed period: QuickBooks' code, and Xero's. */
const CLOSED: ReadonlySet<string | undefined> = new Set(["6210", "books_closed"]);

function isClosedPeriod(error: unknown): boolean {
  const code = error instanceof ProviderError ? error.detail.code : undefined;
  return CLOSED.has(code) || (error instanceof CreationRefusedError && CLOSED.has(error.code));
}

/**
 * The books were closed since they were read last. Nothing was written, and the next request needs a new id.
 * @returns false when the books do not say until when, or not any more.
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
  if (await settlePosting(ctx, posting, REFUSED)) {
    await blockPosting(ctx, posting, obstacle);
  }
  return true;
}

async function retryingText(
  ctx: CompanyContext,
  { depositId }: ClaimedPosting,
  error: ProviderError,
): Promise<string> {
  return describeFailure(error, { retrying: true }) + (await partialCreationNote(ctx, depositId));
}

/** QuickBooks' documented error codes (developer.intuit.com, "Error codes") that a bookkeeper can do something about. */
const BY_CODE: Readonly<Record<string, string>> = {
  "610": "QuickBooks says that something on this deposit was deleted or made inactive.",
  "2500": "QuickBooks doesn't know an account, customer or class on this deposit any more.",
  "6000": "QuickBooks' own checks rejected this deposit.",
  "6140": "QuickBooks already has a transaction with this number.",
  "6190": "The QuickBooks subscription of this company has ended or is suspended.",
  "6430": "QuickBooks doesn't allow an account of this type on a deposit. Choose another account.",
  no_exchange_rate:
    "QuickBooks has no exchange rate for this currency. Add one there under Currencies.",
  "6540": "A payment on this deposit was deposited in QuickBooks already.",
};

/** QuickBooks says it with the code of all its own checks. Read for the words alone. */
const LACKS_TAX = "rate before you save";

/** Why the books refused a Deposit, in words for the user. */
export function refusalText(error: ProviderError): string {
  const { name } = describeProvider(error.provider);
  const [inactive] = error.detail.inactiveAccounts ?? [];
  if (inactive) {
    return `The account ${inactive} is inactive in ${name}. Make it active there, or choose another account here.`;
  }
  if (error.detail.words?.includes(LACKS_TAX)) {
    return `${name} wants a tax code on each line of this deposit. Choose one in Settings, under Fees and other lines.`;
  }
  if (error.detail.sentence) return error.detail.sentence;
  if (error.detail.code === "total_differs") {
    return `${name} came to another total, so we deleted the deposit there. Check the tax code and the exchange rate.`;
  }
  return BY_CODE[error.detail.code ?? ""] ?? describeFailure(error);
}

/** The books hold the Deposit: the deposit is posted, its payments are deposited. */
export async function recordPosted(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  result: {
    integrationId: string;
    created: LedgerDeposit;
    adopted: boolean;
    /** Kept for an undo in books that can't restore what was changed there. */
    isKept?: boolean;
    /** What the user still has to know. */
    note?: string;
  },
): Promise<void> {
  const { companyId } = ctx;
  const { integrationId, adopted, isKept } = result;
  const quickbooksId = result.created.id;
  const payments = posting.deposit.matches.flatMap((match) =>
    match.payments.map(({ payment }) => payment),
  );
  await withCompanyLock(ctx, async (tx) => {
    const words = await loadLedgerWords(ctx, tx);
    const shown = words.numberOf(quickbooksId) && ` as ${words.depositOf(quickbooksId)}`;
    const posted = await tx.posting.updateMany({
      where: {
        ...{ companyId, id: posting.id, state: "sending" },
        // Another worker may have created the Deposit that this one found.
        ...(adopted && { attempts: posting.attempts }),
      },
      data: {
        state: "posted",
        integrationId,
        quickbooksDepositId: quickbooksId,
        adopted,
        ...(isKept && { asCreated: storedAs(result.created) }),
        // What we stored before was never sent.
        ...(adopted && {
          journal: foundJournal(result.created, payments, words) ?? Prisma.DbNull,
          ownedPayout: null,
        }),
        message: [
          adopted && `Already recorded in ${words.name}${shown}. We linked to it.`,
          result.note,
        ]
          .filter(Boolean)
          .join(" "),
        errorCode: null,
        details: "",
        outcomeUnknown: false,
        postedAt: new Date(),
      },
    });
    // A worker that was slower than its lease finds the work done by the one that took over.
    if (posted.count === 0) return;
    await tx.deposit.update({
      where: { companyId_id: { companyId, id: posting.depositId } },
      data: { status: "posted", quickbooksId, version: { increment: 1 } },
    });
    await tx.ledgerPayment.updateMany({
      where: { companyId, id: { in: payments.map(({ id }) => id) } },
      data: { state: "deposited", depositedOn: quickbooksId },
    });
    if (adopted) await closeSeparateFees(tx, ctx, payments, result.created);
    await recordAudit(tx, ctx, {
      action: "deposit.posted",
      entity: "deposit",
      entityId: posting.depositId,
      data: { quickbooksId, adopted },
    });
  });
}
