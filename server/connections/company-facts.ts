import { z } from "zod";
import type { Integration } from "@/generated/prisma/client";
import { isTaxAsked, taxNameOf } from "@/lib/country-habits";
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
  // Stored before it was read: nothing is asked until the next sync.
  chargesTax: z.boolean().default(false),
  // The same: nothing is linked until the next sync.
  shortCode: z.string().nullable().default(null),
}) satisfies z.ZodType<CompanyFacts>;

/** How the connected company keeps its books, as it was last read; null before that. */
export function readCompanyFacts({
  companyFacts,
}: Pick<Integration, "companyFacts">): CompanyFacts | null {
  return storedFacts.safeParse(companyFacts).data ?? null;
}

/**
 * The name of the tax whose code every receipt needs; null where the company charges none, or QuickBooks finds the rate
 * itself, as it does in the United States.
 */
export function receiptTax(ledger: Pick<Integration, "companyFacts"> | null): string | null {
  const facts = ledger && readCompanyFacts(ledger);
  return facts && isTaxAsked(facts) ? taxNameOf(facts.country) : null;
}

/** Reads it from the ledger, and keeps it with the connection. @throws ProviderError. */
export async function refreshCompanyFacts(
  ctx: CompanyContext,
  integration: Integration,
  credentials = credentialStore(ctx, integration, "bookkeeping"),
): Promise<CompanyFacts> {
  const facts = await getLedger(integration.provider).companyFacts(credentials);
  await db(ctx).integration.update({
    where: { companyId_id: { companyId: ctx.companyId, id: integration.id } },
    data: { companyFacts: { ...facts } },
  });
  return facts;
}
