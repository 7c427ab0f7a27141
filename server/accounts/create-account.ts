import type { Prisma } from "@/generated/prisma/client";
import type { Role } from "@/lib/contracts/values/roles";
import { recordAudit } from "@/server/platform/record-audit";
import { defaultCompanyName } from "@/server/work/default-name";
import { insertCompany } from "@/server/work/insert-company";
import { mintCompanyId } from "@/server/platform/company-id";
import type { Tx } from "@/server/platform/db";
import type { Account } from "./find-account";

type Person = Pick<
  Prisma.UserCreateInput,
  "username" | "email" | "passwordHash" | "emailVerifiedAt" | "firstName" | "lastName"
>;

/**
 * Creates an account and its company with default settings, or in the company that invited it.
 * @throws a unique violation when the username or the address is taken.
 */
export async function createAccount(
  tx: Tx,
  person: Person,
  {
    requestId,
    invited,
    ...data
  }: {
    requestId: string;
    openid_issuer?: string;
    /** The company that the user joins instead of getting one. */
    invited?: { companyId: string; role: Role };
  },
): Promise<Account> {
  const user = await tx.user.create({
    data: {
      ...person,
      usernameKey: person.username.toLowerCase(),
      emailKey: person.email.toLowerCase(),
    },
  });
  const companyId =
    invited?.companyId ??
    (await insertCompany(tx, { name: defaultCompanyName(person.username), ownerId: user.id }));
  if (invited) await tx.membership.create({ data: { ...invited, userId: user.id } });
  const role = invited?.role ?? "owner";
  await recordAudit(
    tx,
    { companyId: mintCompanyId(companyId), userId: user.id, role, requestId },
    { action: "account.created", entity: "user", entityId: user.id, data },
  );
  return { user, companyId, role };
}
