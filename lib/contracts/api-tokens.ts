import { MAX_TOKEN_NAME, TOKEN_DAYS, TOKEN_ROLES } from "@/lib/constants/api-tokens";
import { messageResponse, uniqueName } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import { currentPassword, secondFactor } from "@/lib/contracts/two-factor";
import * as z from "@/lib/zod";

const tokenRole = z.enum(TOKEN_ROLES);

const apiToken = z.object({
  id: z.uuid(),
  name: z.string(),
  /** As it was made. */
  role: tokenRole,
  /** In force: at most what its maker may do now. */
  acts_as: tokenRole,
  /** A username. */
  made_by: z.string(),
  /** ISO 8601, UTC, as all its times. */
  created_at: z.string(),
  /** Null: until it is revoked. */
  expires_at: z.string().nullable(),
  expired: z.boolean(),
  /** To the minute; null: never. */
  last_used_at: z.string().nullable(),
});
export type ApiToken = z.infer<typeof apiToken>;

export const apiTokenList = defineEndpoint({
  method: "GET",
  path: "/api-tokens/",
  summary: "The company's API tokens, newest first; never the tokens themselves",
  access: "session",
  role: "admin",
  apiTokens: false,
  response: z.object({ api_tokens: z.array(apiToken) }),
});

export const apiTokenSelf = defineEndpoint({
  method: "GET",
  path: "/api-tokens/self/",
  summary: "The API token that the call is made with: what it may do, where, and until when",
  access: "session",
  role: "viewer",
  apiTokens: true,
  response: z.object({
    api_token: apiToken.omit({ made_by: true, expired: true }),
    company: z.object({
      id: z.uuid(),
      /** Its name. */
      name: z.string(),
    }),
  }),
});

export const apiTokenForm = z.object({
  /** Which program uses it; the history names it. */
  name: uniqueName(MAX_TOKEN_NAME).min(1, "Name is required"),
  role: tokenRole,
  /** Null: until it is revoked. */
  expires_in_days: z.literal(TOKEN_DAYS, `Must be ${TOKEN_DAYS.join(", ")} or null`).nullable(),
});

export type NewToken = z.infer<typeof apiTokenForm>;

/** `code` is needed while two-factor is on. */
export const createApiToken = defineEndpoint({
  method: "POST",
  path: "/api-tokens/",
  summary:
    "Create an API token for the company; `token` is the whole Authorization header, and is never shown again",
  access: "session",
  role: "admin",
  apiTokens: false,
  conflicts: ["already_exists", "limit_reached"],
  body: apiTokenForm.extend({ current_password: currentPassword, code: secondFactor.optional() }),
  response: messageResponse.extend({ token: z.string(), api_token: apiToken }),
});

export const revokeApiToken = defineEndpoint({
  method: "POST",
  path: "/api-tokens/revoke/",
  summary: "Revoke an API token: its next call is refused",
  access: "session",
  role: "admin",
  apiTokens: false,
  body: z.object({ api_token_id: z.uuid("Must be the id of an API token") }),
  response: messageResponse,
});

export const ownApiTokens = defineEndpoint({
  method: "GET",
  path: "/user/api-tokens/",
  summary: "The user's own API tokens that work, in all companies; a new password ends none",
  access: "session",
  role: "self",
  apiTokens: false,
  response: z.object({
    api_tokens: z.array(
      apiToken.pick({ name: true, created_at: true, last_used_at: true }).extend({
        /** Its name. */
        company: z.string(),
      }),
    ),
  }),
});

export const revokeOwnApiTokens = defineEndpoint({
  method: "POST",
  path: "/user/api-tokens/revoke/",
  summary: "Revoke all API tokens that the user made, in all companies",
  access: "session",
  role: "self",
  apiTokens: false,
  response: messageResponse.extend({ revoked: z.number().int() }),
});
