import type { Integration } from "@/generated/prisma/client";
import { FIRST_COMES } from "./find";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";

/** The company's live integrations, of several with one provider the first: they share their settings. */
export async function listFirstOfEach(ctx: CompanyContext): Promise<Integration[]> {
  const rows = await db(ctx).integration.findMany({
    where: { companyId: ctx.companyId, status: { not: "disconnected" } },
    orderBy: [...FIRST_COMES],
  });
  const seen = new Map<string, Integration>();
  for (const row of rows) if (!seen.has(row.provider)) seen.set(row.provider, row);
  return [...seen.values()].sort((a, b) => a.connectedAt.getTime() - b.connectedAt.getTime());
}
