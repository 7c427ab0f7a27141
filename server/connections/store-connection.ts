import type { Integration, Prisma } from "@/generated/prisma/client";
import {
  describeProvider,
  LEDGERS,
  listProviders,
  type ProviderId,
  takesSeveralAccounts,
} from "@/lib/providers/list";
import type { CompanyContext, SessionContext } from "@/server/platform/context";
import { seal } from "@/server/platform/crypto/keyring";
import { db, type Tx } from "@/server/platform/db";
import { ConflictError, UnauthenticatedError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { getProvider } from "@/server/providers/registry";
import type { Connection } from "@/server/providers/types";
import { adoptCountry } from "@/server/work/adopt-country";
import { isDefaultCompanyName } from "@/server/work/company";
import { redateLines } from "@/server/work/redate-lines";
import { accessEnds, sealPurpose } from "./credentials";
import { FIRST_COMES } from "./find";
import { KIND_ACCOUNT_KEYS, LINE_DEFAULT_KEYS } from "./line-settings";
import { RECEIPT_LIST_KEYS } from "./receipt-settings";
import { noteShared } from "./shared-use";
import { moveImportBack, suggestStartDate } from "./start-dates";

/**
 * Stores a new connection, sealed. Reconnecting the same account, with another key too, revives its row with everything
 * synced under it; another account replaces the previous one, whose rows stay but are no longer live, or, where the provider's
 * descriptor allows several, is added with its settings. A company that
 * has no name of its own yet takes the name of its books, and with its first books the habits of their country. A further source without a start date posts nothing automatically
 * that was paid out before the day that screens offer. Books that another company here has post nothing by themselves.
 * @param importFrom the payout date (`YYYY-MM-DD`) from which on a new account is imported; a reconnected one keeps
 *   its own, unless this one is earlier.
 * @throws UnauthenticatedError when the session has ended since the request began.
 */
export async function storeConnection(
  ctx: SessionContext,
  provider: ProviderId,
  opened: Connection,
  importFrom?: string,
): Promise<Integration> {
  const { companyId } = ctx;
  const same = await findSameAccount(ctx, provider, opened);
  const connection = same ? asAccountOf(same, opened) : opened;
  const { externalAccountId, displayName, livemode } = connection;
  const owner = { companyId, provider, externalAccountId };
  const isLedger = describeProvider(provider).role === "ledger";
  const fresh = {
    status: "connected" as const,
    displayName,
    livemode,
    credentials: await seal(connection.credentials, sealPurpose(owner)),
    connectedAt: new Date(),
    disconnectedAt: null,
    ...accessEnds(provider, connection.credentials),
  };
  const stored = await db(ctx).$transaction(async (tx) => {
    await requireLiveSession(tx, ctx);
    // Serialises connects per company: the unique index would reject the second one. Rows that a sync adds meanwhile
    // refer to the company, and don't wait.
    await tx.$executeRaw`SELECT 1 FROM companies WHERE id = ${companyId}::uuid FOR NO KEY UPDATE`;
    if (same && same.externalAccountId !== externalAccountId) {
      const where = { companyId_id: { companyId, id: same.id } };
      await tx.integration.update({ where, data: { externalAccountId } });
    }
    const others = {
      ...{ companyId, provider, status: { not: "disconnected" } },
      NOT: { externalAccountId },
    } satisfies Prisma.IntegrationWhereInput;
    const first = takesSeveralAccounts(provider)
      ? await firstBeside(tx, others, connection)
      : undefined;
    if (!first) {
      const data = {
        status: "disconnected",
        credentials: null,
        disconnectedAt: new Date(),
      } as const;
      await tx.integration.updateMany({ where: others, data });
    }
    const shared = first && { settings: first.settings ?? {} };
    const before = await tx.integration.findUnique({
      where: { companyId_provider_externalAccountId: owner },
      select: { status: true, connectedAt: true },
    });
    await requireNoOtherBooks(tx, ctx, provider);
    if (isLedger && (await leavesBooks(tx, owner, before?.connectedAt))) {
      // Account ids belong to the previous ledger's company.
      const gone = [
        "categoryId",
        "categoryName",
        ...KIND_ACCOUNT_KEYS,
        ...RECEIPT_LIST_KEYS,
        ...LINE_DEFAULT_KEYS,
      ];
      await tx.$executeRaw`
        UPDATE integrations SET settings = settings - ${gone}::text[]
        WHERE company_id = ${companyId}::uuid AND provider <> ALL (${LEDGERS}::provider[])`;
      await forgetLineAccounts(tx, ctx);
    }
    const postsFrom =
      isLedger || importFrom !== undefined ? null : await firstPostedDay(tx, ctx, owner);
    const isFirstLedger =
      isLedger && (await tx.integration.count({ where: { companyId, provider } })) === 0;
    const integration = await tx.integration.upsert({
      where: { companyId_provider_externalAccountId: owner },
      create: {
        ...{ ...owner, ...fresh, ...shared },
        importFrom: importFrom === undefined ? null : new Date(importFrom),
        postsFrom,
      },
      update: { ...fresh, ...shared, credentialsVersion: { increment: 1 } },
    });
    if (importFrom !== undefined) await moveImportBack(tx, ctx, integration.id, importFrom);
    if (isLedger && (before === null || before.status === "disconnected")) {
      await noteShared(tx, ctx, integration);
    }
    if (isLedger) {
      const { name } = await tx.company.findUniqueOrThrow({ where: { id: companyId } });
      const isUnnamed = isDefaultCompanyName(name) && displayName !== "";
      await tx.company.update({
        where: { id: companyId },
        data: {
          ...(connection.currency !== null && { currency: connection.currency }),
          ...(isUnnamed && { name: displayName }),
        },
      });
    }
    const isMoved =
      isFirstLedger && connection.place !== undefined
        ? await adoptCountry(tx, ctx, connection.place)
        : false;
    await recordAudit(tx, ctx, {
      action: "integration.connected",
      entity: "integration",
      entityId: integration.id,
      data: {
        ...{ provider, externalAccountId, displayName, livemode },
        ...(importFrom !== undefined && { importFrom }),
      },
    });
    return { integration, isMoved };
  });
  if (stored.isMoved) await withCompanyLock(ctx, (tx) => redateLines(tx, ctx));
  return stored.integration;
}

/** @throws ConflictError while other accounting software is connected: a company has one set of books. */
export async function requireNoOtherBooks(
  tx: Tx,
  { companyId }: CompanyContext,
  provider: ProviderId,
): Promise<void> {
  if (!LEDGERS.includes(provider)) return;
  const live = await tx.integration.findFirst({
    where: {
      ...{ companyId, provider: { in: LEDGERS }, status: { not: "disconnected" } },
      NOT: { provider },
    },
  });
  if (!live) return;
  const { name } = describeProvider(live.provider);
  throw new ConflictError(
    "decision_needed",
    `A company has one set of books, and ${name} is connected. Disconnect ${name} first.`,
  );
}

/** Whether the accounts chosen so far belong to other books, which were connected later than these. */
async function leavesBooks(
  tx: Tx,
  {
    companyId,
    provider,
    externalAccountId,
  }: Pick<Integration, "companyId" | "provider" | "externalAccountId">,
  connectedBefore = new Date(0),
): Promise<boolean> {
  const books = { companyId, provider: { in: LEDGERS } };
  const later = { connectedAt: { gt: connectedBefore } };
  const where = { ...books, ...later, NOT: { provider, externalAccountId } };
  return (await tx.integration.count({ where })) > 0;
}

/**
 * The account that another one of the provider is connected beside; undefined when it is the first.
 * @throws ConflictError when it may be the same account twice, whose payouts would be imported twice.
 */
async function firstBeside(
  tx: Tx,
  others: Prisma.IntegrationWhereInput,
  { isAnonymous, displayName }: Connection,
): Promise<Integration | undefined> {
  const rows = await tx.integration.findMany({ where: others, orderBy: [...FIRST_COMES] });
  const [first] = rows;
  const unnamed = isAnonymous ? displayName : rows.find(isUnnamed)?.displayName;
  if (!first || unnamed === undefined) return first;
  throw new ConflictError(
    "decision_needed",
    `${describeProvider(first.provider).name} doesn't say which account ${unnamed} belongs to, so we can't connect a second one. Disconnect ${first.displayName} first.`,
  );
}

/** Locked, so that what ends the session and its connections waits (server/accounts/remove-unproved.ts). */
async function requireLiveSession(tx: Tx, { sessionId }: SessionContext): Promise<void> {
  const live = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM sessions WHERE id = ${sessionId}::uuid AND revoked_at IS NULL FOR SHARE`;
  if (live.length > 0) return;
  throw new UnauthenticatedError("Your session has ended. Please sign in again.");
}

/** The accounts chosen for single lines; a posted deposit keeps what it was posted with. */
async function forgetLineAccounts(tx: Tx, { companyId }: CompanyContext): Promise<void> {
  await tx.depositLine.updateMany({
    where: {
      companyId,
      deposit: { NOT: { status: "posted" } },
      OR: [{ NOT: { accountId: null } }, { NOT: { feeAccountId: null } }],
    },
    data: { accountId: null, accountName: null, feeAccountId: null, feeAccountName: null },
  });
}

/** Stored under the id of a key, because the provider didn't name the account. */
function isUnnamed({ externalAccountId }: Pick<Integration, "externalAccountId">): boolean {
  return externalAccountId.startsWith("key_");
}

/**
 * Finds the stored connection, live or ended, to the same account as a new one when their ids can't be compared, because
 * one of them was made from a key. A payout belongs to one account, so the new key is asked for a stored payout.
 * @returns null if no stored connection is known to be to the same account.
 * @throws ProviderError.
 */
async function findSameAccount(
  ctx: CompanyContext,
  provider: ProviderId,
  { externalAccountId, isAnonymous, credentials }: Connection,
): Promise<Integration | null> {
  const { source } = getProvider(provider);
  if (!source?.hasPayout) return null;
  const { companyId } = ctx;
  const rows = await db(ctx).integration.findMany({
    where: { companyId, provider },
    orderBy: [...FIRST_COMES],
  });
  if (rows.some((row) => row.externalAccountId === externalAccountId)) return null;
  for (const row of isAnonymous ? rows : rows.filter(isUnnamed)) {
    const payout = await db(ctx).deposit.findFirst({
      where: { companyId, integrationId: row.id },
      orderBy: [{ txnDate: "desc" }, { id: "desc" }],
      select: { providerId: true },
    });
    if (payout && (await source.hasPayout(credentials, payout.providerId))) return row;
  }
  return null;
}

/** The new connection under the stored account's id; if the provider names no account, under its stored name too. */
function asAccountOf(row: Integration, connection: Connection): Connection {
  const { isAnonymous, ...named } = connection;
  if (!isAnonymous) return connection;
  const { externalAccountId, displayName } = row;
  return isUnnamed(row)
    ? { ...connection, externalAccountId }
    : { ...named, externalAccountId, displayName };
}

/**
 * From which payout date on a source that is connected without a start date may be posted without a review; null for
 * a company's first, where the company's own setting says it.
 */
export async function firstPostedDay(
  tx: Tx,
  ctx: CompanyContext,
  account: Pick<Integration, "provider" | "externalAccountId">,
): Promise<Date | null> {
  const sources = listProviders().flatMap(({ id, role }) => (role === "source" ? id : []));
  const { provider, externalAccountId } = account;
  // Be it disconnected by now: its payouts were posted, too.
  const others = await tx.integration.count({
    where: {
      ...{ companyId: ctx.companyId, provider: { in: sources } },
      NOT: { provider, externalAccountId },
    },
  });
  return others === 0 ? null : new Date((await suggestStartDate(ctx, tx)).suggested);
}
