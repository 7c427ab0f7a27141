import type { apiTokenList } from "@/lib/contracts/api-tokens";
import type { ResponseOf } from "@/lib/contracts/endpoint";
import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { toApiTokenView, WITH_MAKER } from "./to-api-token-view";

/** The company's API tokens that aren't revoked, newest first. Expired ones are swept after a month. */
export async function listApiTokens({
  companyId,
}: SessionContext): Promise<ResponseOf<typeof apiTokenList>> {
  const rows = await db({ companyId }).apiToken.findMany({
    where: { companyId, revokedAt: null },
    include: WITH_MAKER,
    orderBy: [{ createdAt: "desc" }, { id: "asc" }],
  });
  const now = new Date();
  return { api_tokens: rows.map((row) => toApiTokenView(row, now)) };
}
