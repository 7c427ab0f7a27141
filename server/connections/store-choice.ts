import type { Prisma } from "@/generated/prisma/client";
import type { ProviderId } from "@/lib/providers/list";
import { requireIntegration } from "./find";
import { mergeSettings } from "./merge-settings";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { releaseBlockedPostings } from "@/server/work/release-blocked-postings";

/**
 * Stores a chosen account in a provider's settings and releases the postings that waited for it.
 * @throws ConflictError when the provider is not connected.
 */
export async function storeChoice(
  ctx: CompanyContext,
  provider: ProviderId,
  settings: Prisma.InputJsonObject,
): Promise<void> {
  const integration = await requireIntegration(ctx, provider);
  await db(ctx).$transaction((tx) => mergeSettings(tx, ctx, integration, settings));
  await releaseBlockedPostings(ctx);
}
