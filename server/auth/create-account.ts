import type { Prisma } from "@/generated/prisma/client";
import { recordAudit } from "@/server/audit/record-audit";
import { defaultCompanyName } from "@/server/companies/default-name";
import { mintCompanyId } from "@/server/platform/company-id";
import type { Tx } from "@/server/platform/db";
import type { Account } from "./find-account";

type Person = Pick<
  Prisma.UserCreateInput,
  "username" | "email" | "passwordHash" | "emailVerifiedAt" | "firstName" | "lastName"
>;

/**
 * Creates an account and its company with default settings.
 * @throws a unique violation when the username or the address is taken.
 */
export async function createAccount(
  tx: Tx,
  person: Person,
  { requestId, ...data }: { requestId: string; openid_issuer?: string },
): Promise<Account> {
  const user = await tx.user.create({
    data: {
      ...person,
      usernameKey: person.username.toLowerCase(),
      emailKey: person.email.toLowerCase(),
    },
  });
  const company = await tx.company.create({
    data: {
      name: defaultCompanyName(person.username),
      settings: { create: {} },
      memberships: { create: { userId: user.id } },
    },
  });
  await recordAudit(
    tx,
    { companyId: mintCompanyId(company.id), userId: user.id, requestId },
    { action: "account.created", entity: "user", entityId: user.id, data },
  );
  return { user, companyId: company.id };
}
