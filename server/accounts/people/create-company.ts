import type { createCompany as contract } from "@/lib/contracts/companies";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import { recordAudit } from "@/server/platform/record-audit";
import { insertCompany } from "@/server/work/insert-company";
import { mintCompanyId } from "@/server/platform/company-id";
import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { takeTurn, throttleKey } from "@/server/platform/take-turn";
import { PEOPLE_LIMITS } from "./limits";

/** Creates a company that the user owns. @throws RateLimitedError. */
export function createCompany(
  ctx: SessionContext,
  { company_name: name }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const { userId } = ctx;
  return db("accounts").$transaction(async (tx) => {
    const key = throttleKey("create-company", "account", String(userId));
    await takeTurn(tx, key, PEOPLE_LIMITS.newCompanies, "You've created many companies today.");
    const id = await insertCompany(tx, { name, ownerId: userId });
    await recordAudit(
      tx,
      { ...ctx, companyId: mintCompanyId(id), role: "owner" },
      { action: "company.created", entity: "company", entityId: id, data: { name } },
    );
    return { message: `${name} was created`, company: { id, name, role: "owner" } };
  });
}
