import { Prisma } from "@/generated/prisma/client";
import type { CompanyList, OwnCompany } from "@/lib/contracts/companies";
import type { SessionContext } from "@/server/platform/context";
import { readRows } from "@/server/platform/read-rows";

/** The user's companies by name. Every page asks for them, so they are read in one round trip. */
export async function listCompanies({ userId, companyId }: SessionContext): Promise<CompanyList> {
  const [companies] = await readRows<[OwnCompany]>(
    "accounts",
    Prisma.sql`
      SELECT c.id::text AS id, c.name, m.role::text AS role
      FROM memberships m JOIN companies c ON c.id = m.company_id
      WHERE m.user_id = ${userId}::int ORDER BY lower(c.name), c.id`,
  );
  return { companies, current: companyId };
}
