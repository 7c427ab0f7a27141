import { type Identity, requireUnchanged } from "./require-unchanged";
import { createCookieSession, endSessions, openSession } from "./sessions";
import { completeSignIn } from "./sign-in";
import type { RequestContext } from "@/server/platform/context";
import { hashToken } from "@/server/platform/crypto/tokens";
import { db } from "@/server/platform/db";
import { UnauthenticatedError } from "@/server/platform/errors";
import type { Account } from "./find-account";

export type OpenSession = Awaited<ReturnType<typeof openSession>>;

/**
 * Starts a session after a sign-in through next-auth, replacing the browser's previous session.
 * @returns the cookie's value.
 * @throws UnauthenticatedError as requireUnchanged, since the account was read.
 */
export async function beginCookieSession(
  request: RequestContext,
  {
    account,
    identity,
    replaced,
  }: { account: Account; identity?: Identity; replaced: string | undefined },
): Promise<string> {
  const { user, companyId, role } = account;
  const present = await findByCookie(replaced);
  const cookie = await db("accounts").$transaction(async (tx) => {
    const started = await createCookieSession(tx, request, { userId: user.id, companyId, role });
    await requireUnchanged(tx, user, identity);
    if (present) await endSessions(tx, present.userId, { only: present.id });
    return started;
  });
  await completeSignIn(request, account);
  return cookie;
}

/** The live session of a cookie. */
export async function findByCookie(cookie: string | undefined): Promise<OpenSession | undefined> {
  if (!cookie) return undefined;
  try {
    return await openSession({ cookieHash: hashToken(cookie) });
  } catch (error) {
    if (error instanceof UnauthenticatedError) return undefined;
    throw error;
  }
}
