import { MAX_TOKEN_NAME, TOKEN_DAYS, TOKEN_ROLES } from "@/lib/constants/api-tokens";
import { instant, messageResponse, uniqueName } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import { currentPassword, secondFactor } from "@/lib/contracts/two-factor";
import * as z from "@/lib/zod";

/**
 * What an API token may do; each role includes the ones before it.
 * @schema TokenRole
 */
const tokenRole = z.enum(TOKEN_ROLES);

/**
 * An API token of the company, without the token itself.
 * @schema ApiToken
 */
const apiToken = z.object({
  /** The API token's id. */
  id: z.uuid(),
  /** The name that the history has for it. */
  name: z.string(),
  /** As it was created. */
  role: tokenRole,
  /** In force: at most what its creator may do now. */
  acts_as: tokenRole,
  /** Who created it: a username. */
  made_by: z.string(),
  /** When it was created. */
  created_at: instant,
  /** When it stops working; null: once it is revoked. */
  expires_at: instant.nullable(),
  /** Whether it has stopped working. */
  expired: z.boolean(),
  /** When it was last used, to the minute; null: never. */
  last_used_at: instant.nullable(),
});
export type ApiToken = z.infer<typeof apiToken>;

/** Newest first, without the tokens themselves. */
export const apiTokenList = defineEndpoint({
  method: "GET",
  path: "/api-tokens/",
  summary: "List the API tokens",
  access: "session",
  role: "admin",
  apiTokens: false,
  response: z.object({
    /** The newest first. */
    api_tokens: z.array(apiToken),
  }),
});

/** What it may do, where, and until when. */
export const apiTokenSelf = defineEndpoint({
  method: "GET",
  path: "/api-tokens/self/",
  summary: "Get the API token of this call",
  access: "session",
  role: "viewer",
  apiTokens: true,
  problems: ["not_found"],
  response: z.object({
    /** The token of the call. */
    api_token: apiToken.omit({ made_by: true, expired: true }),
    /** The company that it belongs to. */
    company: z.object({
      /** The company's id. */
      id: z.uuid(),
      /** The company's name. */
      name: z.string(),
    }),
  }),
});

export const apiTokenForm = z.object({
  /** Which program uses it; the history names it. */
  name: uniqueName(MAX_TOKEN_NAME).min(1, "Name is required"),
  /** What it may do. */
  role: tokenRole,
  /** After how many days it stops working; null: once it is revoked. */
  expires_in_days: z.literal(TOKEN_DAYS, `Must be ${TOKEN_DAYS.join(", ")} or null`).nullable(),
});

export type NewToken = z.infer<typeof apiTokenForm>;

/** `token` is the whole Authorization header, and is never shown again. */
export const createApiToken = defineEndpoint({
  method: "POST",
  path: "/api-tokens/",
  summary: "Create an API token",
  access: "session",
  role: "admin",
  apiTokens: false,
  problems: [
    "already_exists",
    "forbidden",
    "limit_reached",
    "not_found",
    "role_too_low",
    "unusable_input",
  ],
  body: apiTokenForm.extend({ current_password: currentPassword, code: secondFactor.optional() }),
  response: messageResponse.extend({
    /** The whole Authorization header, never shown again: "TOKEN dmat_…". */
    token: z.string(),
    /** What was created. */
    api_token: apiToken,
  }),
});

/** Its next call is refused. */
export const revokeApiToken = defineEndpoint({
  method: "POST",
  path: "/api-tokens/revoke/",
  summary: "Revoke an API token",
  access: "session",
  role: "admin",
  apiTokens: false,
  problems: ["forbidden", "not_found", "role_too_low"],
  body: z.object({
    /** `id` of an API token. */
    api_token_id: z.uuid("Must be the id of an API token"),
  }),
  response: messageResponse,
});

/** Those that work, in all companies. A new password ends none. */
export const ownApiTokens = defineEndpoint({
  method: "GET",
  path: "/user/api-tokens/",
  summary: "List the user's own API tokens",
  access: "session",
  role: "self",
  apiTokens: false,
  response: z.object({
    /** The user's own. */
    api_tokens: z.array(
      apiToken.pick({ name: true, created_at: true, last_used_at: true }).extend({
        /** The company's name. */
        company: z.string(),
      }),
    ),
  }),
});

/** In all companies. */
export const revokeOwnApiTokens = defineEndpoint({
  method: "POST",
  path: "/user/api-tokens/revoke/",
  summary: "Revoke all of the user's own API tokens",
  access: "session",
  role: "self",
  apiTokens: false,
  response: messageResponse.extend({
    /** How many were revoked. */
    revoked: z.number().int(),
  }),
});
