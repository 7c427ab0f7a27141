import type { Integration, LedgerPayment, Prisma } from "@/generated/prisma/client";
import { LEDGER_PAYMENT_KINDS } from "@/lib/constants/payments";
import type { LedgerWords } from "@/lib/ledger-words";
import { sumMinor } from "@/lib/money";
import { applyPaymentAccount } from "@/server/connections/payment-account";
import { titleOfDeposit } from "@/server/deposits/deposit-title";
import { notify } from "@/server/notifications/notify";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { recordAudit } from "@/server/platform/record-audit";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import type { CredentialStore } from "@/server/providers/credential-store";
import type { Ledger, LedgerDeposit } from "@/server/providers/ledger";
import { wordsOf } from "@/server/work/ledger-words";
import { CHANGED_IN_LEDGER, DELETED_IN_LEDGER } from "@/server/work/postings";
import { markUndone, reopenPayments } from "./claim-undo";
import { createdRecordsOf, depositsHolding } from "./created-records";
import { takenFrom } from "./find-existing";
import { readAsCreated, totalOnBooks } from "./posted-as";
import { recordName } from "./record-words";

const BATCH_SIZE = 1000;
/** Other entries of a Deposit (journal entries, transfers) are not ours. */
const KINDS: ReadonlySet<string> = new Set(LEDGER_PAYMENT_KINDS);

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
 * Checks posted Deposits in the ledger. When one was deleted there, or no longer holds what was posted,
 * its deposit goes back to pending with a notification: nothing is reposted automatically, and the ledger
 * stays as it is. Edits of a memo, a date or a category don't count; the sum and the payments do.
 * @param which ids of Deposits that were edited or deleted there, or of their parts, or all of them.
 * @returns how many deposits were reopened.
 */
export async function reconcilePosted(
  ctx: CompanyContext,
  integration: Integration,
  { ledger, store }: { ledger: Ledger; store: CredentialStore<unknown> },
  which: readonly string[] | "all",
): Promise<number> {
  if (which.length === 0) return 0;
  const { companyId } = ctx;
  const words = wordsOf(integration.provider);
  const isOneOfThem = which === "all" ? {} : { id: { in: await postingsOf(ctx, which) } };
  let reopened = 0;
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const page: Posted[] = await db(ctx).posting.findMany({
      where: {
        ...{ companyId, integrationId: integration.id, state: "posted" },
        AND: [{ id: { gt: after } }, isOneOfThem],
      },
      include: withPayments,
      orderBy: { id: "asc" },
      take: BATCH_SIZE,
    });
    const ids = page.flatMap(({ quickbooksDepositId }) => quickbooksDepositId ?? []);
    const found = new Map(
      (await ledger.readDeposits(store, ids)).map((deposit) => [deposit.id, deposit]),
    );
    for (const posted of page) {
      const id = posted.quickbooksDepositId;
      if (!id || holdsAsPosted(found.get(id), posted, ledger)) continue;
      // A list may lag behind; a read of the single Deposit is current.
      const now = await ledger.readDeposit(store, id);
      if (holdsAsPosted(now, posted, ledger)) continue;
      if (await isListedAsPosted({ ledger, store }, posted)) continue;
      const what = now === null ? "deleted" : "changed";
      reopened += await release(ctx, posted, { quickbooksId: id, what, words });
    }
    const last = page.at(-1);
    if (!last || page.length < BATCH_SIZE) return reopened;
    after = last.id;
  }
}

/**
 * Books that clear an account keep what was deleted, so one that isn't found by its id is looked for among its day's. Only for
 * those: elsewhere a list may lag behind.
 */
async function isListedAsPosted(
  { ledger, store }: { ledger: Ledger; store: CredentialStore<unknown> },
  posted: Posted,
): Promise<boolean> {
  const asCreated = readAsCreated(posted.asCreated);
  if (ledger.capabilities.payments !== "clearing" || !asCreated) return false;
  const listed = await ledger.depositsBetween(store, asCreated.date, asCreated.date);
  const found = listed.find(({ id }) => id === posted.quickbooksDepositId);
  return holdsAsPosted(found, posted, ledger);
}

function holdsAsPosted(
  found: LedgerDeposit | null | undefined,
  { deposit, adopted }: Posted,
  { capabilities }: Pick<Ledger, "capabilities">,
): boolean {
  if (!found) return false;
  const total = totalOnBooks(deposit.amount, capabilities);
  if (found.total !== total || found.currency !== deposit.currency) return false;
  const payments = deposit.matches.flatMap((match) => match.payments.map(({ payment }) => payment));
  const booked = payments.flatMap(({ bookedTo, amount }) =>
    bookedTo === null ? [] : { bookedTo, amount: Number(amount) },
  );
  if (capabilities.payments === "clearing") {
    // What a person entered may have its fees elsewhere: only its total is compared.
    return adopted || booked.every(({ bookedTo }) => takesOut(found, bookedTo, booked));
  }
  if (depositsHolding(found, booked).length < booked.length) return false;
  // One that was moved to Undeposited Funds, voided or deleted since is not among the booked ones, nor linked.
  const ours = payments.flatMap(({ bookedTo, kind, providerId }) =>
    bookedTo === null ? `${kind} ${providerId}` : [],
  );
  const held = new Set(
    found.payments
      .filter(({ kind }) => KINDS.has(kind))
      .map(({ kind, providerId }) => `${kind} ${providerId}`),
  );
  return held.size === new Set(ours).size && ours.every((payment) => held.has(payment));
}

function takesOut(
  found: LedgerDeposit,
  account: string,
  booked: readonly { bookedTo: string; amount: number }[],
): boolean {
  const own = booked.filter(({ bookedTo }) => bookedTo === account);
  return takenFrom(found, account) === sumMinor(own.map(({ amount }) => amount));
}

/** Ids of the postings of Deposits. @param which their ids, or those of parts. */
async function postingsOf(
  { companyId }: CompanyContext,
  which: readonly string[],
): Promise<string[]> {
  const rows = await db({ companyId }).$queryRaw<{ id: string }[]>`
    SELECT id::text FROM postings WHERE company_id = ${companyId}::uuid AND state = 'posted'
      AND (quickbooks_deposit_id = ANY (${[...which]}) OR string_to_array(quickbooks_deposit_id, '+') && ${[...which]}::text[])`;
  return rows.map(({ id }) => id);
}

interface Released {
  quickbooksId: string;
  what: "deleted" | "changed";
  words: LedgerWords;
}

/** @returns 1, or 0 when a concurrent undo or repost came first. */
function release(ctx: CompanyContext, posted: Posted, how: Released): Promise<number> {
  const { quickbooksId, what, words } = how;
  const { companyId } = ctx;
  const { id, depositId } = posted;
  return withCompanyLock(ctx, async (tx) => {
    const still = await tx.posting.count({
      where: { companyId, id, state: "posted", quickbooksDepositId: quickbooksId },
    });
    if (still === 0) return 0;
    const left = (await createdRecordsOf(tx, ctx, depositId)).filter(
      ({ planned }) => planned.createdAt !== null,
    );
    // The sync may not have read them yet.
    if (what === "deleted") await reopenPayments(tx, ctx, [depositId], quickbooksId);
    await markUndone(tx, ctx, [depositId], {
      payments: "stay",
      errorCode: what === "deleted" ? DELETED_IN_LEDGER : CHANGED_IN_LEDGER,
    });
    await recordAudit(tx, ctx, {
      action: what === "deleted" ? "deposit.ledger_deleted" : "deposit.ledger_changed",
      entity: "deposit",
      entityId: depositId,
      data: {
        quickbooksId,
        left: left.map((each) => recordName(words, each)),
      },
    });
    await notifyReleased(tx, ctx, posted, how);
    return 1;
  });
}

async function notifyReleased(
  tx: Tx,
  ctx: CompanyContext,
  { id, depositId }: Posted,
  { quickbooksId, what, words }: Released,
): Promise<void> {
  const { name, numberOf, depositOf } = words;
  const it = numberOf(quickbooksId) ? depositOf(quickbooksId) : `Its ${depositOf(quickbooksId)}`;
  const body = {
    deleted: `${it} was deleted in ${name}, so its payments are open. Rematch them to post it, or leave it as is.`,
    changed: `${it} was changed in ${name} (or one of its payments was) and no longer matches what we posted. We left it unchanged. Check it in ${name} before you rematch this deposit.`,
  }[what];
  await notify(tx, ctx, {
    event: `ledger-${what}:${id}`,
    kind: "issue",
    title: `${await titleOfDeposit(tx, ctx, depositId)}: its deposit was ${what} in ${name}`,
    body,
    link: `/transaction/${depositId}`,
    group: {
      key: `ledger-${what}`,
      title: `{n} posted deposits were ${what} in ${name}`,
      link: "/transactions?status=pending",
    },
  });
}

/** On a Deposit that no posting of ours answers for. */
const unposted = {
  state: "deposited" as const,
  matchedPayments: { none: { live: true, match: { state: "accepted" as const } } },
};

/**
 * Frees payments from another account than Undeposited Funds whose Deposit was let go since, because it was edited, and
 * no longer takes them out of there. The books themselves name no Deposit for such a payment.
 * @param which ids of Deposits that may have changed there, or all of them.
 * @throws ProviderError.
 */
export async function freeBookedPayments(
  ctx: CompanyContext,
  integration: Integration,
  { ledger, store }: { ledger: Ledger; store: CredentialStore<unknown> },
  which: readonly string[] | "all",
): Promise<void> {
  if (which.length === 0) return;
  const { companyId } = ctx;
  const rows = await db(ctx).ledgerPayment.findMany({
    where: {
      ...{ ...unposted, companyId, integrationId: integration.id, bookedTo: { not: null } },
      ...(which !== "all" && { depositedOn: { in: [...which] } }),
    },
  });
  for (const depositedOn of new Set(rows.flatMap((row) => row.depositedOn ?? []))) {
    const payments = rows.filter((row) => row.depositedOn === depositedOn);
    const found = await ledger.readDeposit(store, depositedOn);
    const held = new Set(
      found ? depositsHolding(found, payments.flatMap(toBooked)).map(({ id }) => id) : [],
    );
    const ids = payments.flatMap(({ id }) => (held.has(id) ? [] : id));
    if (ids.length === 0) continue;
    await withCompanyLock(ctx, async (tx) => {
      await tx.ledgerPayment.updateMany({
        where: { ...unposted, companyId, id: { in: ids }, depositedOn },
        data: { state: "open", depositedOn: null },
      });
      await applyPaymentAccount(tx, ctx, ids);
    });
  }
}

function toBooked({ id, bookedTo, amount }: LedgerPayment) {
  return bookedTo === null ? [] : [{ id, bookedTo, amount: Number(amount) }];
}
