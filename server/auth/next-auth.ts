import type { AuthOptions } from "next-auth";
import { decode as openSealed, encode as seal } from "next-auth/jwt";
import type { Account } from "@/server/auth/account";
import {
  beginCookieSession,
  findByCookie,
  type OpenSession,
} from "@/server/auth/begin-cookie-session";
import { mintCompanyId } from "@/server/auth/company-id";
import { offerExchange } from "@/server/auth/exchange";
import { credentialsProvider } from "@/server/auth/next-auth-credentials";
import { errorCode, nextAuthLogger } from "@/server/auth/next-auth-logger";
import { readClaims } from "@/server/auth/openid/claims";
import { openIdProviders } from "@/server/auth/openid/providers";
import { accountOfOpenId } from "@/server/auth/openid/sign-in";
import { SESSION_DAYS } from "@/server/auth/sessions";
import { signOut } from "@/server/auth/sign-out";
import { createChallenge } from "@/server/auth/two-factor/challenge";
import type { RequestContext } from "@/server/context";
import { derivedSecret } from "@/server/crypto/derive";
import { getEnv, tellNextAuthItsAddress } from "@/server/env";

/**
 * next-auth as the sign-in layer, for one request. Its cookie is no signed statement but the key of a row
 * in our table of sessions, beside the API token's: ending the row ends both. next-auth's own "JWT" is
 * therefore replaced by that key; it still seals state, nonce and PKCE verifier (those have a salt).
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
    // Screens of ours; next-auth's would need inline styles.
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
          arriving = await accountOfOpenId(request, identity);
          if (arriving.user.totpConfirmedAt) {
            const challenge = await createChallenge(arriving.user, identity);
            // Behind the #: neither this server nor any other gets to see it.
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
        const { id, userId, companyId } = present;
        await signOut({
          ...request,
          sessionId: id,
          userId,
          companyId: mintCompanyId(companyId),
        });
      },
    },
  };
}

/** A host's own cookie where there is TLS: no neighbouring site can plant one. */
function sessionCookie() {
  const secure = getEnv().APP_URL.startsWith("https:");
  return {
    name: `${secure ? "__Host-" : ""}deposit-matcher.session`,
    options: { httpOnly: true, sameSite: "lax", path: "/", secure },
  };
}

/** An address of this site; the front page for everything else. */
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
