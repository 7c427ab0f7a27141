import { SESSION_TIMEOUTS } from "@/lib/constants/sessions";
import { signedIn } from "@/lib/contracts/accounts";
import { messageResponse } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

const autoLogout = z.object({
  auto_logout_enabled: z.boolean(),
  session_timeout: z.literal(SESSION_TIMEOUTS, "Must be 15, 30, 60 or 120 minutes"),
});
export type AutoLogout = z.infer<typeof autoLogout>;

export const getAutoLogout = defineEndpoint({
  method: "GET",
  path: "/user/auto-logout/api/",
  summary: "Auto Logout settings",
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

/** `device` derives from the user agent; `current` marks the requesting session. */
const session = z.object({
  id: z.uuid(),
  device: z.string(),
  ip_address: z.string(),
  created_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
  current: z.boolean(),
});

export const listSessions = defineEndpoint({
  method: "GET",
  path: "/user/sessions/",
  summary: "The user's sessions, last used first",
  access: "session",
  role: "self",
  apiTokens: false,
  response: z.object({ sessions: z.array(session) }),
});

export const endSession = defineEndpoint({
  method: "POST",
  path: "/user/sessions/end/",
  summary: "End one of the user's sessions",
  access: "session",
  role: "self",
  apiTokens: false,
  body: z.object({ session_id: z.uuid("Must be a session ID") }),
  response: messageResponse,
});

export const endAllSessions = defineEndpoint({
  method: "POST",
  path: "/user/sessions/end-all/",
  summary: "Sign out everywhere: end every session, or every other one",
  access: "session",
  role: "self",
  apiTokens: false,
  body: z.object({ keep_current: z.boolean().default(true) }),
  response: z.object({ message: z.string(), ended: z.number().int() }),
});

/**
 * After a sign-in through next-auth (OpenID), `GET /api/auth/session` adds a code to the user, once and
 * for a minute; this exchanges it for the response of a sign-in by password.
 */
export const exchangeSignIn = defineEndpoint({
  method: "POST",
  path: "/user/login/exchange/api/",
  summary: "Get the token of a session started through an OpenID provider",
  access: "public",
  role: "anyone",
  body: z.object({ code: z.string().min(1).max(100) }),
  response: signedIn,
});
