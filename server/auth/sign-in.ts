import type { login } from "@/lib/contracts/accounts";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import { verifyPassword } from "@/server/auth/passwords";
import { createSession } from "@/server/auth/sessions";
import { toUserRecord } from "@/server/auth/user-record";
import type { RequestContext } from "@/server/context";
import { db } from "@/server/db";
import { UnauthenticatedError } from "@/server/errors";

/**
 * Checks a username (or e-mail address) and password and starts a session.
 * @throws UnauthenticatedError with one message for every reason.
 */
export async function signIn(
  request: RequestContext,
  input: BodyOf<typeof login>,
): Promise<ResponseOf<typeof login>> {
  const key = input.username.toLowerCase();
  const withCompany = { memberships: { orderBy: { createdAt: "asc" as const }, take: 1 } };
  const user =
    (await db().user.findUnique({ where: { usernameKey: key }, include: withCompany })) ??
    (await db().user.findUnique({ where: { emailKey: key }, include: withCompany }));
  const valid = await verifyPassword(user?.passwordHash ?? null, input.password);
  const companyId = user?.memberships[0]?.companyId;
  if (!user || !valid || !companyId) throw new UnauthenticatedError("Invalid username or password");
  const token = await createSession(db(), request, { userId: user.id, companyId });
  return { token, user: toUserRecord(user), message: "Logged in successfully!" };
}
