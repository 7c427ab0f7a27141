import { z } from "zod";
import type { Integration } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { storedSettings } from "./settings";

const OTHER_ACCOUNTS_KEY = "otherAccounts";

const otherAccounts = z.array(
  z.object({
    id: z.string(),
    /** Empty where the account is inactive. */
    name: z.string(),
    /** Whether its payments could be matched, if it were chosen for that. */
    canHoldPayments: z.boolean(),
  }),
);

/** Accounts that recent payments were booked to, from which no deposit can be matched, as the last sync saw them. */
export type OtherAccounts = z.infer<typeof otherAccounts>;

/** @param settings of the ledger, as they are stored. */
export function readOtherAccounts(settings: unknown): OtherAccounts {
  return otherAccounts.safeParse(storedSettings.parse(settings)[OTHER_ACCOUNTS_KEY]).data ?? [];
}

/** Keeps them beside the ledger's settings, where they differ from what is stored. */
export async function storeOtherAccounts(
  { companyId }: CompanyContext,
  { id }: Pick<Integration, "id">,
  accounts: OtherAccounts,
): Promise<void> {
  const kept = JSON.stringify(accounts.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
  await db({ companyId }).$executeRaw`
    UPDATE integrations SET settings = coalesce(settings, '{}'::jsonb) || jsonb_build_object(${OTHER_ACCOUNTS_KEY}::text, ${kept}::jsonb)
    WHERE company_id = ${companyId}::uuid AND id = ${id}::uuid
      AND settings -> ${OTHER_ACCOUNTS_KEY}::text IS DISTINCT FROM ${kept}::jsonb`;
}
