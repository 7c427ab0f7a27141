import { randomBytes } from "node:crypto";
import type { TokenRole } from "@/lib/constants/api-tokens";
import type { Role } from "@/lib/constants/roles";
import { newApiToken } from "@/server/accounts/open-api-token";
import { newSessionToken, TOKEN_PREFIX } from "@/server/accounts/sessions";
import { adminDb } from "./admin-db";

/** A user and the ways to sign them in. */
export interface Person {
  userId: number;
  email: string;
  /** A fresh session in a company that they belong to: its Authorization header. */
  signIn(companyId: string): Promise<string>;
}

/** A new user with a proved address and no company yet. */
export async function seedPerson(): Promise<Person> {
  const name = `person-${randomBytes(6).toString("hex")}`;
  const email = `${name}@example.com`;
  const { id: userId } = await adminDb().user.create({
    data: {
      username: name,
      usernameKey: name,
      email,
      emailKey: email,
      emailVerifiedAt: new Date(),
    },
  });
  return { userId, email, signIn: (companyId) => openSession(userId, companyId) };
}

/** A new company without members. */
export async function seedCompany(name = `company-${randomBytes(6).toString("hex")}`) {
  const { id } = await adminDb().company.create({ data: { name, settings: { create: {} } } });
  return id;
}

export async function join(companyId: string, { userId }: Person, role: Role): Promise<void> {
  await adminDb().membership.create({ data: { companyId, userId, role } });
}

async function openSession(userId: number, companyId: string): Promise<string> {
  const { token, tokenHash } = newSessionToken();
  const expiresAt = new Date(Date.now() + 3_600_000);
  await adminDb().session.create({ data: { userId, companyId, tokenHash, expiresAt } });
  return token;
}

/** An API token that a member made: its id, and its Authorization header. */
export async function seedApiToken(
  companyId: string,
  { userId: createdBy }: Pick<Person, "userId">,
  role: TokenRole,
): Promise<{ id: string; name: string; token: string }> {
  const { token, tokenHash } = newApiToken();
  const name = `program-${randomBytes(4).toString("hex")}`;
  const { id } = await adminDb().apiToken.create({
    data: { companyId, createdBy, role, name, tokenHash },
  });
  return { id, name, token: TOKEN_PREFIX + token };
}
