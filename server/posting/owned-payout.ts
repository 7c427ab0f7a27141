import type { Integration, Posting, Prisma } from "@/generated/prisma/client";
import { backoffMs } from "@/lib/backoff";
import { othersShowing } from "@/server/deposits/others-showing";
import { lasting } from "@/server/platform/clock";
import { systemContext } from "@/server/platform/company-id";
import type { CompanyContext } from "@/server/platform/context";
import { db, isUniqueViolation } from "@/server/platform/db";
import { LEASES } from "@/server/platform/queue/claims";
import type { LedgerDeposit } from "@/server/providers/ledger";
import { loadLedgerWords } from "@/server/work/ledger-words";
import { requestSync } from "@/server/work/start-sync";
import { type ClaimedPosting, settlePosting } from "./claim-posting";
import type { Books } from "./create-planned-payments";
import { mentions } from "./recorded-elsewhere/facts";

/**
 * What two companies that share one set of books may each post: the payout, in these books. A posting owns it before it
 * sends anything, and no two postings of the installation own the same one.
 */
export function payoutInBooks(
  { externalAccountId }: Pick<Integration, "externalAccountId">,
  {
    providerId,
    integration,
  }: Pick<ClaimedPosting["deposit"], "providerId"> & {
    integration: Pick<Integration, "provider">;
  },
): string {
  return `${externalAccountId} ${integration.provider} ${providerId}`;
}

type Owning =
  | "ours"
  /** Another worker has claimed the posting. */
  | "lost"
  /** Another company here has begun to post the payout. */
  | "theirs"
  /** Another company here has posted it. */
  | LedgerDeposit;

/** An owner may be gone, or the ownership may have changed, between two statements. */
const TRIES = 3;

/**
 * Makes a claimed posting the owner of its payout in these books, before anything is sent. The books show no Deposit
 * of it. An owner whose Deposit is gone, or who sent nothing, gives way.
 * @param sent what is written with it.
 */
export async function ownPayout(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  { integration, ledger, credentials }: Books,
  sent: Prisma.PostingUncheckedUpdateManyInput = {},
): Promise<Owning> {
  const ownedPayout = payoutInBooks(integration, posting.deposit);
  for (let left = TRIES; left > 0; left -= 1) {
    if (await isOwned(ctx, posting, { ...sent, ownedPayout })) return "ours";
    const owner = await ownerOf(ownedPayout);
    // It was given back in between, or another worker has claimed our posting.
    if (owner === null) continue;
    const { companyId, id, state, quickbooksDepositId } = owner;
    if (companyId === ctx.companyId && id === posting.id) return "lost";
    if (state === "posted" && quickbooksDepositId !== null) {
      // A list may lag behind; a read of the single Deposit is current.
      const theirs = await ledger.readDeposit(credentials, quickbooksDepositId);
      if (theirs && mentions(theirs.note, posting.deposit.providerId)) return theirs;
    }
    if (!(await giveBack(systemContext(companyId), owner, integration))) return "theirs";
  }
  return "theirs";
}

/** The live posting that owns a payout, of any company. */
function ownerOf(ownedPayout: string): Promise<Posting | null> {
  return db("jobs").posting.findFirst({ where: { ownedPayout, NOT: { state: "undone" } } });
}

/** Whether the payout's Deposit in these books, if there is one, is another company's. */
export async function isOwnedElsewhere(
  { companyId }: CompanyContext,
  integration: Integration,
  deposit: Parameters<typeof payoutInBooks>[1],
): Promise<boolean> {
  const owner = await ownerOf(payoutInBooks(integration, deposit));
  return owner !== null && owner.companyId !== companyId;
}

/** @returns false when another posting owns the payout, or another worker has claimed this one. */
async function isOwned(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  data: Prisma.PostingUncheckedUpdateManyInput,
): Promise<boolean> {
  try {
    return await settlePosting(ctx, posting, data);
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/** A request that was sent has long arrived by then, or never will. */
const ANSWERED_WITHIN_SECONDS = 120;

/**
 * Takes a payout from a posting that has nothing of it in the books, in its own company's scope. Whoever works on that
 * posting has lost the claim.
 * @param owner as it was read.
 * @param books that both use.
 * @returns false while it may still create a Deposit, or has created payments for one and can still delete them.
 */
async function giveBack(
  ctx: CompanyContext,
  owner: Pick<Posting, "id" | "state" | "attempts" | "ownedPayout">,
  books: Pick<Integration, "provider" | "externalAccountId">,
): Promise<boolean> {
  const changed = await db(ctx).$executeRaw`
    UPDATE postings p SET owned_payout = NULL, attempts = p.attempts + 1
    WHERE p.company_id = ${ctx.companyId}::uuid AND p.id = ${owner.id}::uuid
      AND p.owned_payout = ${owner.ownedPayout} AND p.attempts = ${owner.attempts}
      AND p.state = ${owner.state}::posting_state
      AND NOT (p.state IN ('sending', 'undoing') AND coalesce(p.heartbeat_at, now())
        > now() - make_interval(secs => ${LEASES.post.seconds}::float8))
      AND NOT (p.unanswered AND coalesce(p.heartbeat_at, now())
        > now() - make_interval(secs => ${ANSWERED_WITHIN_SECONDS}::float8))
      AND NOT (EXISTS (SELECT FROM planned_payments c WHERE c.company_id = p.company_id
          AND c.deposit_id = p.deposit_id AND c.removed_at IS NULL AND c.sent_at IS NOT NULL)
        AND EXISTS (SELECT FROM integrations i WHERE i.company_id = p.company_id AND i.status <> 'disconnected'
          AND i.provider = ${books.provider}::provider AND i.external_account_id = ${books.externalAccountId}))`;
  return changed > 0;
}

const LOOK_AGAIN = { firstMs: 30_000, longestMs: 15 * 60_000 };

/** Puts a posting off while another company here posts the same payout. */
export async function waitForOwner(ctx: CompanyContext, posting: ClaimedPosting): Promise<void> {
  const { name } = await loadLedgerWords(ctx);
  await settlePosting(ctx, posting, {
    state: "queued",
    message: `Another company in Deposit Matcher that uses the same ${name} has begun to post this payout. We'll look again automatically and link to its Deposit.`,
    nextAttemptAt: new Date(Date.now() + lasting(backoffMs(posting.attempts, LOOK_AGAIN))),
  });
}

/**
 * Whether a Deposit that the books have of this payout is the one that this posting sent, without an answer, or that
 * an earlier posting of the deposit made. The memo alone doesn't tell: another company here writes the same one.
 */
export async function isOwnDeposit(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  integration: Integration,
  { id: quickbooksDepositId }: LedgerDeposit,
): Promise<boolean> {
  const { companyId } = ctx;
  const { depositId, outcomeUnknown } = posting;
  const ownedPayout = payoutInBooks(integration, posting.deposit);
  const isSent = outcomeUnknown && posting.ownedPayout === ownedPayout;
  const made = { companyId, depositId, quickbooksDepositId, integrationId: integration.id };
  const isMade =
    isSent || (await db(ctx).posting.count({ where: { ...made, adopted: false } })) > 0;
  return isMade && isOwned(ctx, posting, { ownedPayout });
}

/** Requests a sync of the other companies that show a deleted Deposit, which reopens their deposits. */
export async function tellOthers(ctx: CompanyContext, quickbooksDepositId: string): Promise<void> {
  for (const { companyId, integrationId } of await othersShowing(ctx, quickbooksDepositId)) {
    const other = systemContext(companyId);
    await db(other).$transaction((tx) => requestSync(tx, other, integrationId));
  }
}
