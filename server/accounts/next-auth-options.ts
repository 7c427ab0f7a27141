import type { AuthOptions } from "next-auth";
import { decode as openSealed, encode as seal } from "next-auth/jwt";
import { findOrCreateAccount } from "@/server/accounts/openid/find-or-create-account";
import { openIdProviders } from "@/server/accounts/openid/open-id-providers";
import { readClaims } from "@/server/accounts/openid/read-claims";
import { createChallenge } from "@/server/accounts/two-factor/challenge";
import { mintCompanyId } from "@/server/platform/company-id";
import type { RequestContext } from "@/server/platform/context";
import { derivedSecret } from "@/server/platform/crypto/derive";
import { getEnv, tellNextAuthItsAddress } from "@/server/platform/env";
import { beginCookieSession, findByCookie, type OpenSession } from "./begin-cookie-session";
import { credentialsProvider } from "./credentials-provider";
import { offerExchange } from "./exchange";
import type { Account } from "./find-account";
import { errorCode, nextAuthLogger } from "./next-auth-logger";
import { SESSION_DAYS } from "./sessions";
import { signOut } from "./sign-out";

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
