import { instant, messageResponse } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import { currentPassword } from "@/lib/contracts/two-factor";
import * as z from "@/lib/zod";

/**
 * A sign-in provider's account that signs in to this one.
 * @schema LinkedIdentity
 */
const linkedIdentity = z.object({
  /** For unlinking it. */
  id: z.string(),
  /** The sign-in provider's name. */
  provider: z.string(),
  /** The address at the provider when it was linked. */
  email: z.string(),
  /** When it was linked. */
  linked_at: instant,
});

/** Oldest first. */
export const listLinkedIdentities = defineEndpoint({
  method: "GET",
  path: "/user/linked-identities/",
  summary: "List the linked sign-in providers",
  access: "session",
  role: "self",
  apiTokens: false,
  response: z.object({
    /** The oldest first. */
    identities: z.array(linkedIdentity),
    /** Whether the user can sign in with a password too. */
    has_password: z.boolean(),
  }),
});

/**
 * Ends every other session. Rejected if it is the only way to sign in. A later sign-in at the provider with this
 * account's verified address links it again: the address is sufficient, as for a reset by mail.
 */
export const unlinkIdentity = defineEndpoint({
  method: "POST",
  path: "/user/linked-identities/unlink/",
  summary: "Unlink a sign-in provider",
  access: "session",
  role: "self",
  apiTokens: false,
  problems: ["forbidden", "not_found", "unusable_input", "wrong_step"],
  body: z.object({
    /** `id` of a linked identity. */
    identity_id: z.string().min(1, "Choose a sign-in provider").max(100),
    current_password: currentPassword,
  }),
  response: messageResponse,
});
