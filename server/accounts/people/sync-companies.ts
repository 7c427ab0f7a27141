import type { syncCompanies as contract } from "@/lib/contracts/companies-overview";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import { hasRole } from "@/lib/contracts/values/roles";
import { counted } from "@/lib/counted";
import { mintCompanyId } from "@/server/platform/company-id";
import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { ForbiddenError, NotFoundError } from "@/server/platform/errors";
import { takeTurn, throttleKey } from "@/server/platform/rate-limit";
import { startSync } from "@/server/work/start-sync";
import { PEOPLE_LIMITS } from "./limits";

/**
 * Starts a sync of every live connection of the companies. There is at most one per connection: one that is under way
 * counts as started.
 * @throws NotFoundError when one of them isn't the user's; ForbiddenError where they are a viewer; RateLimitedError.
 */
export async function syncCompanies(
  ctx: SessionContext,
  { company_ids }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const { userId } = ctx;
  const wanted = [...new Set(company_ids.map((id) => id.toLowerCase()))];
  const memberships = await db("accounts").$transaction(async (tx) => {
    const key = throttleKey("sync-companies", "account", String(userId));
    await takeTurn(tx, key, PEOPLE_LIMITS.syncAll, "You've synced all of them often.");
    return tx.membership.findMany({ where: { userId, companyId: { in: wanted } } });
  });
  if (memberships.length < wanted.length) {
    throw new NotFoundError("You aren't a member of one of these companies.");
  }
  if (memberships.some(({ role }) => !hasRole(role, "bookkeeper"))) {
    throw new ForbiddenError("In one of these companies you are a viewer. Viewers can't sync.");
  }
  let started = 0;
  for (const { companyId, role } of memberships) {
    const own = { ...ctx, companyId: mintCompanyId(companyId), role };
    const live = await db(own).integration.findMany({
      where: { companyId, status: "connected" },
      select: { id: true },
    });
    for (const { id } of live) await startSync(own, { integrationId: id, trigger: "manual" });
    started += live.length;
  }
  return { message: `Sync of ${counted(started, "connection")} started`, started };
}
