import { messageResponse } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import { currentPassword } from "@/lib/contracts/two-factor";
import * as z from "@/lib/zod";

/** `id` is for unlinking; `email` is the provider's address at the time of linking. */
const linkedIdentity = z.object({
  id: z.string(),
  provider: z.string(),
  email: z.string(),
  linked_at: z.iso.datetime(),
});

/** `has_password`: whether this user can also sign in with a password. */
export const listLinkedIdentities = defineEndpoint({
  method: "GET",
  path: "/user/linked-identities/",
  summary: "Sign-in providers linked to this account, oldest first",
  access: "session",
  role: "self",
  apiTokens: false,
  response: z.object({ identities: z.array(linkedIdentity), has_password: z.boolean() }),
});

/**
 * A later sign-in at the provider with this account's verified address links it again: the address is
 * sufficient, as for a reset by mail.
 */
export const unlinkIdentity = defineEndpoint({
  method: "POST",
  path: "/user/linked-identities/unlink/",
  summary:
    "Unlink a sign-in provider and end every other session; rejected if it is the only way to sign in",
  access: "session",
  role: "self",
  apiTokens: false,
  conflicts: ["wrong_step"],
  body: z.object({
    identity_id: z.string().min(1, "Choose a sign-in provider").max(100),
    current_password: currentPassword,
  }),
  response: messageResponse,
});
