import type { AuthOptions } from "next-auth";
import { decode as openSealed, encode as seal } from "next-auth/jwt";
import type { CredentialsConfig } from "next-auth/providers/credentials";
import { z } from "zod";
import { credentials } from "@/lib/contracts/accounts";
import { findOrCreateAccount } from "@/server/accounts/openid/find-or-create-account";
import { openIdProviders, readClaims } from "@/server/accounts/openid/open-id-providers";
import { createChallenge } from "@/server/accounts/two-factor/challenge";
import { withSecondFactor } from "@/server/accounts/two-factor/sign-in";
import { mintCompanyId } from "@/server/platform/company-id";
import type { RequestContext } from "@/server/platform/context";
import { derivedSecret, hashToken } from "@/server/platform/crypto/tokens";
import { db } from "@/server/platform/db";
import { getEnv, tellNextAuthItsAddress } from "@/server/platform/env";
import { AppError, TwoFactorRequiredError, UnauthenticatedError } from "@/server/platform/errors";
import { log } from "@/server/platform/logger";
import type { Account } from "./find-account";
import { signOut } from "./own-sessions";
import { type Identity, requireUnchanged } from "./proof-of-identity";
import { createCookieSession, endSessions, openSession, SESSION_DAYS } from "./sessions";
import { completeSignIn, identify, offerExchange } from "./sign-in";

/**
 * next-auth's options for one request. Its cookie holds the key of a row in our table of sessions, next
 * to the token, so ending the row ends both. next-auth's own "JWT" is replaced by that key; it still
 * seals state, nonce and PKCE verifier (those have a salt).
 */
export function nextAuthOptions(
  request: RequestContext,
  cookies: Readonly<Record<string, string>>,
): AuthOptions {
  tellNextAuthItsAddress();
  const sessionToken = sessionCookie();
  let arriving: Account | undefined;
  let started: string | undefined;
  let present: OpenSession | undefined;

  return {
    secret: derivedSecret("next-auth"),
    // Our own pages: next-auth's would need inline styles.
    pages: { signIn: "/login", error: "/login", signOut: "/", newUser: "/login" },
    session: { strategy: "jwt", maxAge: SESSION_DAYS * 86_400 },
    cookies: { sessionToken },
    logger: nextAuthLogger,
    providers: [
      credentialsProvider(request, (account) => {
        arriving = account;
      }),
      ...openIdProviders(),
    ],
    callbacks: {
      redirect: ({ url, baseUrl }) => withinSite(url, baseUrl),
      async signIn({ account, profile }) {
        const replaced = cookies[sessionToken.name];
        try {
          if (account?.type !== "oauth") {
            if (!arriving) return false;
            started = await beginCookieSession(request, { account: arriving, replaced });
            return true;
          }
          const identity = readClaims(account.provider, profile);
          arriving = await findOrCreateAccount(request, identity);
          if (arriving.user.totpConfirmedAt) {
            const challenge = await createChallenge(arriving.user, identity);
            // In the fragment, which browsers send to no server.
            return page({ error: "two_factor_required" }, challenge);
          }
          started = await beginCookieSession(request, { account: arriving, identity, replaced });
          return true;
        } catch (error) {
          return page({ error: errorCode(error) });
        }
      },
      jwt: ({ token }) => (started === undefined ? token : { cookie: started }),
      async session({ session }) {
        if (!present) return session;
        const exchange = await offerExchange(present.id);
        return {
          user: { name: present.user.username, email: present.user.email },
          expires: present.expiresAt.toISOString(),
          ...(exchange !== null && { exchange }),
        };
      },
    },
    jwt: {
      encode: (params) => (params.salt ? seal(params) : String(params.token?.cookie)),
      async decode(params) {
        if (params.salt) return openSealed(params);
        present = await findByCookie(params.token);
        return present && params.token ? { cookie: params.token } : null;
      },
    },
    events: {
      async signOut() {
        if (!present) return;
        const { id, userId, companyId, role } = present;
        await signOut({
          ...request,
          sessionId: id,
          userId,
          role,
          companyId: mintCompanyId(companyId),
        });
      },
    },
  };
}

/** With TLS the cookie has the __Host- prefix: a sibling domain cannot set it. */
function sessionCookie() {
  const secure = getEnv().APP_URL.startsWith("https:");
  return {
    name: `${secure ? "__Host-" : ""}deposit-matcher.session`,
    options: { httpOnly: true, sameSite: "lax", path: "/", secure },
  };
}

/** Returns an address of this site, or the front page for any other address. */
function withinSite(url: unknown, base: string): string {
  if (typeof url !== "string" || !URL.canParse(url, base)) return base;
  const address = new URL(url, base);
  return address.origin === base ? address.href : base;
}

function page(query: Record<string, string>, fragment?: string): string {
  const address = new URL(`/login?${new URLSearchParams(query)}`, getEnv().APP_URL);
  if (fragment) address.hash = new URLSearchParams({ challenge: fragment }).toString();
  return address.href;
}

/** Routine events that next-auth logs as errors: a cookie whose session has ended. */
const ORDINARY = new Set(["JWT_SESSION_ERROR"]);

/** Routes next-auth's messages to our log: codes and messages, never tokens or profiles. */
const nextAuthLogger: NonNullable<AuthOptions["logger"]> = {
  error(code, metadata) {
    const level = ORDINARY.has(code) ? "debug" : "warn";
    log()[level]({ reason: reasonOf(metadata) }, `next-auth: ${code}`);
  },
  warn(code) {
    log().debug(`next-auth: ${code}`);
  },
  debug() {
    // The details contain secrets.
  },
};

function reasonOf(metadata: unknown): string {
  if (metadata instanceof Error) return metadata.message;
  const inner = typeof metadata === "object" && metadata !== null && Reflect.get(metadata, "error");
  return inner instanceof Error ? inner.message : "";
}

/** The error code for the sign-in page: next-auth would put any error's message into the address. */
function errorCode(error: unknown): string {
  if (error instanceof AppError) return error.code;
  log().error({ error }, "sign-in failed");
  return "internal";
}

const passwordSignIn = credentials.extend({ code: z.string().trim().max(40).optional() });

/**
 * Signs in by username and password through next-auth: the same first step as the API's, plus `code`
 * where the account requires a second factor. `onSuccess` receives the account.
 */
function credentialsProvider(
  request: RequestContext,
  onSuccess: (account: Account) => void,
): CredentialsConfig {
  return {
    id: "credentials",
    name: "Password",
    type: "credentials",
    credentials: {},
    async authorize(given) {
      const input = passwordSignIn.safeParse(given);
      if (!input.success) return null;
      const account = await check(request, input.data);
      if (!account) return null;
      onSuccess(account);
      return { id: String(account.user.id) };
    },
  };
}

/** @throws Error whose message is a code; next-auth passes it to the sign-in page as `error`. */
async function check(
  request: RequestContext,
  { code, ...input }: z.infer<typeof passwordSignIn>,
): Promise<Account | null> {
  try {
    const account = await identify(request, input);
    if (!account.user.totpConfirmedAt) return account;
    if (!code) throw new TwoFactorRequiredError("Enter the code from your authenticator app");
    return await withSecondFactor(request, account.user.id, code, async (_tx, found) => found);
  } catch (error) {
    if (error instanceof UnauthenticatedError) return null;
    throw new Error(errorCode(error));
  }
}

type OpenSession = Awaited<ReturnType<typeof openSession>>;

/**
 * Starts a session after a sign-in through next-auth, replacing the browser's previous session.
 * @returns the cookie's value.
 * @throws UnauthenticatedError as requireUnchanged, since the account was read.
 */
async function beginCookieSession(
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
async function findByCookie(cookie: string | undefined): Promise<OpenSession | undefined> {
  if (!cookie) return undefined;
  try {
    return await openSession({ cookieHash: hashToken(cookie) });
  } catch (error) {
    if (error instanceof UnauthenticatedError) return undefined;
    throw error;
  }
}
