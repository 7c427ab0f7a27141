import type { Integration, Prisma } from "@/generated/prisma/client";
import { recordAudit } from "@/server/audit/record";
import type { CompanyContext } from "@/server/context";
import { db, type Tx } from "@/server/db";
import { withMatchingLock } from "@/server/matches/matching-lock";
import { notify } from "@/server/notifications/notify";
import type { CredentialStore, Ledger, LedgerDeposit } from "@/server/providers/types";
import { CHANGED_IN_LEDGER, DELETED_IN_LEDGER, takeBack } from "./take-back";

const AT_ONCE = 1000;
/** Other things on a Deposit (journal entries, transfers) are none of ours. */
const KINDS: ReadonlySet<string> = new Set(["Payment", "SalesReceipt", "RefundReceipt"]);

const withPayments = {
  deposit: {
    include: {
      matches: {
        where: { state: "accepted" },
        include: { payments: { include: { payment: true } } },
      },
    },
  },
} satisfies Prisma.PostingInclude;

type Posted = Prisma.PostingGetPayload<{ include: typeof withPayments }>;

/**
 * Looks at every posted Deposit in the ledger. One that somebody deleted there, or that no longer holds what
 * was posted, is taken back to pending with a word: nothing is posted again by itself, and nothing is changed
 * in the ledger. A memo, a date or a category may be edited: the sum and the payments count.
 * @returns how many were taken back.
 */
export async function checkPosted(
  ctx: CompanyContext,
  integration: Integration,
  ledger: Ledger,
  store: CredentialStore<unknown>,
): Promise<number> {
  const { companyId } = ctx;
  let takenBack = 0;
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const page: Posted[] = await db(ctx).posting.findMany({
      where: { companyId, integrationId: integration.id, state: "posted", id: { gt: after } },
      include: withPayments,
      orderBy: { id: "asc" },
      take: AT_ONCE,
    });
    const ids = page.flatMap(({ quickbooksDepositId }) => quickbooksDepositId ?? []);
    const found = new Map(
      (await ledger.readDeposits(store, ids)).map((deposit) => [deposit.id, deposit]),
    );
    for (const posted of page) {
      const id = posted.quickbooksDepositId;
      if (!id || holdsAsPosted(found.get(id), posted)) continue;
      // A list may lag behind; what one Deposit is read as, it is.
      const now = await ledger.readDeposit(store, id);
      if (holdsAsPosted(now, posted)) continue;
      takenBack += await release(ctx, posted, id, now === null ? "deleted" : "changed");
    }
    const last = page.at(-1);
    if (!last || page.length < AT_ONCE) return takenBack;
    after = last.id;
  }
}

function holdsAsPosted(found: LedgerDeposit | null | undefined, { deposit }: Posted): boolean {
  if (!found) return false;
  // A negative payout is posted as a Deposit of zero.
  const total = Math.max(0, Number(deposit.amount));
  if (found.total !== total || found.currency !== deposit.currency) return false;
  const ours = deposit.matches.flatMap((match) =>
    match.payments.map(({ payment }) => `${payment.kind} ${payment.providerId}`),
  );
  const held = new Set(
    found.payments
      .filter(({ kind }) => KINDS.has(kind))
      .map(({ kind, providerId }) => `${kind} ${providerId}`),
  );
  return held.size === new Set(ours).size && ours.every((payment) => held.has(payment));
}

/** @returns 1, or 0 when it was taken back or posted anew meanwhile. */
function release(
  ctx: CompanyContext,
  posted: Posted,
  quickbooksId: string,
  what: "deleted" | "changed",
): Promise<number> {
  const { companyId } = ctx;
  const { id, depositId } = posted;
  return withMatchingLock(ctx, async (tx) => {
    const still = await tx.posting.count({
      where: { companyId, id, state: "posted", quickbooksDepositId: quickbooksId },
    });
    if (still === 0) return 0;
    if (what === "deleted") await reopen(tx, ctx, depositId, quickbooksId);
    await takeBack(tx, ctx, depositId, {
      payments: "stay",
      errorCode: what === "deleted" ? DELETED_IN_LEDGER : CHANGED_IN_LEDGER,
    });
    await recordAudit(tx, ctx, {
      action: what === "deleted" ? "deposit.ledger_deleted" : "deposit.ledger_changed",
      entity: "deposit",
      entityId: depositId,
      data: { quickbooksId },
    });
    await tell(tx, ctx, posted, quickbooksId, what);
    return 1;
  });
}

/** Payments that the walk did not read again yet: on a Deposit that is gone they are on none. */
async function reopen(
  tx: Tx,
  { companyId }: CompanyContext,
  depositId: number,
  quickbooksId: string,
): Promise<void> {
  await tx.ledgerPayment.updateMany({
    where: {
      companyId,
      state: "deposited",
      depositedOn: quickbooksId,
      matchedPayments: { some: { live: true, match: { depositId } } },
    },
    data: { state: "open", depositedOn: null },
  });
}

async function tell(
  tx: Tx,
  ctx: CompanyContext,
  { id, depositId }: Posted,
  quickbooksId: string,
  what: "deleted" | "changed",
): Promise<void> {
  const body = {
    deleted: `Somebody deleted QuickBooks Deposit ${quickbooksId}. Its payments are open again. Match them again to post it, or leave it as it is.`,
    changed: `Somebody changed QuickBooks Deposit ${quickbooksId}: it no longer holds what was posted. It stays there as it is. Look at it in QuickBooks before you match this deposit again.`,
  }[what];
  await notify(tx, ctx, {
    event: `ledger-${what}:${id}`,
    kind: "issue",
    title: `Deposit ${depositId} was ${what} in QuickBooks`,
    body,
    link: `/transaction/${depositId}`,
    group: {
      key: `ledger-${what}`,
      title: `{n} posted deposits were ${what} in QuickBooks`,
      link: "/transactions?status=pending",
    },
  });
}
