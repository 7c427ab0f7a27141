import { Prisma } from "@/generated/prisma/client";
import { LEDGERS } from "@/lib/providers/list";
import type { CompanyContext } from "@/server/platform/context";
import { queryPrepared } from "@/server/platform/prepared-queries";

/**
 * Connections of other companies here to the same books that show this Deposit as theirs. Nobody is told which
 * companies they are.
 */
export async function othersShowing(
  { companyId }: CompanyContext,
  quickbooksDepositId: string,
): Promise<{ companyId: string; integrationId: string }[]> {
  const [rows] = await queryPrepared<[{ companyId: string; integrationId: string }]>(
    "jobs",
    Prisma.sql`SELECT other.company_id AS "companyId", other.id AS "integrationId"
      FROM integrations own
      JOIN integrations other ON other.provider = own.provider
        AND other.external_account_id = own.external_account_id AND other.company_id <> own.company_id
      WHERE own.company_id = ${companyId}::uuid AND own.provider = ANY (${LEDGERS}::provider[])
        AND own.status <> 'disconnected'
        AND EXISTS (SELECT FROM postings p WHERE p.company_id = other.company_id AND p.integration_id = other.id
          AND p.state = 'posted' AND p.quickbooks_deposit_id = ${quickbooksDepositId})`,
  );
  return rows;
}
