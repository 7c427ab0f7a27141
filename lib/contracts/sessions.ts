import { SESSION_TIMEOUTS } from "@/lib/constants/sessions";
import { signedIn } from "@/lib/contracts/accounts";
import { instant, messageResponse } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

/**
 * Whether a session ends without activity.
 * @schema AutoLogout
 */
const autoLogout = z.object({
  /** Whether a session ends after `session_timeout` minutes without a call. */
  auto_logout_enabled: z.boolean(),
  /** Minutes without a call; pages that poll don't count. */
  session_timeout: z.literal(SESSION_TIMEOUTS, "Must be 15, 30, 60 or 120 minutes"),
});
export type AutoLogout = z.infer<typeof autoLogout>;

export const getAutoLogout = defineEndpoint({
  method: "GET",
  path: "/user/auto-logout/api/",
  summary: "Get the Auto Logout settings",
  access: "session",
  role: "self",
  apiTokens: false,
  response: autoLogout,
});

export const saveAutoLogout = defineEndpoint({
  method: "PUT",
  path: "/user/auto-logout/api/",
  summary: "Save the Auto Logout settings",
  access: "session",
  role: "self",
  apiTokens: false,
  body: autoLogout,
  response: messageResponse,
});

/**
 * A session of the user.
 * @schema Session
 */
const session = z.object({
  /** The session's id. */
  id: z.uuid(),
  /** Browser and system, from the user agent. */
  device: z.string(),
  /** The network address that it was last used from. */
  ip_address: z.string(),
  /** When the user signed in. */
  created_at: instant,
  /** When it was last used. */
  last_seen_at: instant,
  /** Whether it is the session of this call. */
  current: z.boolean(),
});

/** Last used first. */
export const listSessions = defineEndpoint({
  method: "GET",
  path: "/user/sessions/",
  summary: "List the user's sessions",
  access: "session",
  role: "self",
  apiTokens: false,
  response: z.object({
    /** The last used first. */
    sessions: z.array(session),
  }),
});

export const endSession = defineEndpoint({
  method: "POST",
  path: "/user/sessions/end/",
  summary: "End one of the user's sessions",
  access: "session",
  role: "self",
  apiTokens: false,
  problems: ["not_found"],
  body: z.object({
    /** `id` of a session. */
    session_id: z.uuid("Must be a session ID"),
  }),
  response: messageResponse,
});

/** Ends every session, or every other one. */
export const endAllSessions = defineEndpoint({
  method: "POST",
  path: "/user/sessions/end-all/",
  summary: "Sign out everywhere",
  access: "session",
  role: "self",
  apiTokens: false,
  body: z.object({
    /** Whether the session of this call goes on. */
    keep_current: z.boolean().default(true),
  }),
  response: messageResponse.extend({
    /** How many sessions ended. */
    ended: z.number().int(),
  }),
});

/**
 * After a sign-in through next-auth (OpenID), `GET /api/auth/session` adds a code to the user, once and
 * for a minute; this exchanges it for the response of a sign-in by password.
 */
export const exchangeSignIn = defineEndpoint({
  method: "POST",
  path: "/user/login/exchange/api/",
  summary: "Exchange an OpenID sign-in for a token",
  access: "public",
  role: "anyone",
  problems: ["unauthenticated"],
  body: z.object({
    /** The code of the session, which works once and for a minute. */
    code: z.string().min(1).max(100),
  }),
  response: signedIn,
});
