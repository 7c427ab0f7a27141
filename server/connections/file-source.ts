import { z } from "zod";
import type { Integration } from "@/generated/prisma/client";
import { BY_FILE } from "@/lib/providers/list";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { requireSource } from "./find";
import { firstPostedDay } from "./store-connection";

const settingsShape = z.object({ currency: z.string() });

/** The currency of rows that name none, as it was chosen with the processor's first such file; null for none. */
export function readFileCurrency(settings: unknown): string | null {
  return settingsShape.safeParse(settings).data?.currency ?? null;
}

/** A processor whose payouts come from files. @throws NotFoundError when it doesn't exist, or has ended. */
export function requireFileSource(
  ctx: CompanyContext,
  id: string,
  tx: Tx = db(ctx),
): Promise<Integration> {
  return requireSource(ctx, BY_FILE, id, tx);
}

/**
 * Adds a processor whose payouts come from files, or revives one of the name that was disconnected.
 * @throws ConflictError when there is one of the name.
 */
export async function addFileSource(
  tx: Tx,
  ctx: CompanyContext,
  { name, currency }: { name: string; currency: string | null },
): Promise<Integration> {
  const { companyId } = ctx;
  await lockSources(tx, ctx);
  const owner = { companyId, provider: BY_FILE, externalAccountId: slugOf(name) } as const;
  await requireFreeName(tx, owner);
  const fresh = {
    ...{ status: "connected" as const, displayName: name, livemode: true },
    ...{ connectedAt: new Date(), disconnectedAt: null },
  };
  const settings = currency === null ? {} : { currency };
  const source = await tx.integration.upsert({
    where: { companyId_provider_externalAccountId: owner },
    create: { ...owner, ...fresh, settings, postsFrom: await firstPostedDay(tx, ctx, owner) },
    update: fresh,
  });
  await recordAudit(tx, ctx, {
    action: "integration.connected",
    entity: "integration",
    entityId: source.id,
    data: { provider: BY_FILE, externalAccountId: owner.externalAccountId, displayName: name },
  });
  return source;
}

/** @throws NotFoundError; ConflictError when another one has the name. */
export async function renameFileSource(
  ctx: CompanyContext,
  { connection_id: id, name }: { connection_id: string; name: string },
): Promise<{ message: string }> {
  const { companyId } = ctx;
  await db(ctx).$transaction(async (tx) => {
    await lockSources(tx, ctx);
    const source = await requireFileSource(ctx, id, tx);
    const externalAccountId = slugOf(name);
    const owner = { companyId, provider: BY_FILE, externalAccountId } as const;
    if (source.externalAccountId !== externalAccountId) await requireFreeName(tx, owner, true);
    await tx.integration.update({
      where: { companyId_id: { companyId, id } },
      data: { displayName: name, externalAccountId },
    });
    await recordAudit(tx, ctx, {
      action: "integration.renamed",
      entity: "integration",
      entityId: id,
      data: { from: source.displayName, to: name },
    });
  });
  return { message: `Renamed to ${name}` };
}

/** Two of one name at the same moment: the second sees the first. */
async function lockSources(tx: Tx, { companyId }: CompanyContext): Promise<void> {
  await tx.$executeRaw`SELECT 1 FROM companies WHERE id = ${companyId}::uuid FOR NO KEY UPDATE`;
}

/** @param endedToo whether one that was disconnected keeps its name */
async function requireFreeName(
  tx: Tx,
  owner: { companyId: string; provider: typeof BY_FILE; externalAccountId: string },
  endedToo = false,
): Promise<void> {
  const other = await tx.integration.findUnique({
    where: { companyId_provider_externalAccountId: owner },
  });
  if (!other || (other.status === "disconnected" && !endedToo)) return;
  throw new ConflictError(
    "already_exists",
    `There is a processor ${other.displayName} already. Choose it, or another name.`,
  );
}

/** "Café Terminal No. 2" → "café-terminal-no-2" */
function slugOf(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
}
