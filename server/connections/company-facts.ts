import { z } from "zod";
import type { Integration } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import type { CompanyFacts } from "@/server/providers/ledger";
import { getLedger } from "@/server/providers/registry";
import { credentialStore } from "./credentials";

const storedFacts = z.object({
  country: z.string(),
  multicurrency: z.boolean(),
  closedUntil: z.string().nullable(),
  tracksClasses: z.boolean(),
  tracksLocations: z.boolean(),
}) satisfies z.ZodType<CompanyFacts>;

/** How the connected company keeps its books, as it was last read; null before that. */
export function readCompanyFacts({
  companyFacts,
}: Pick<Integration, "companyFacts">): CompanyFacts | null {
  return storedFacts.safeParse(companyFacts).data ?? null;
}

/** Reads it from the ledger, and keeps it with the connection. @throws ProviderError. */
export async function refreshCompanyFacts(
  ctx: CompanyContext,
  integration: Integration,
  credentials = credentialStore(ctx, integration),
): Promise<CompanyFacts> {
  const facts = await getLedger().companyFacts(credentials);
  await db(ctx).integration.update({
    where: { companyId_id: { companyId: ctx.companyId, id: integration.id } },
    data: { companyFacts: { ...facts } },
  });
  return facts;
}
