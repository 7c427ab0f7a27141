import { userRecord } from "@/lib/contracts/accounts";
import { messageResponse } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

/** The user is signed in to its account. A new address then takes effect. */
export const confirmEmail = defineEndpoint({
  method: "POST",
  path: "/user/confirm-email/",
  summary: "Confirm an email address with a mailed link",
  access: "session",
  role: "self",
  apiTokens: false,
  problems: ["already_exists", "not_found"],
  body: z.object({
    /** The end of the mailed link. In the body, since addresses end in logs. */
    token: z.string().max(200),
  }),
  response: z.object({ message: z.string(), user: userRecord }),
});

/** It goes to the address that waits for its confirmation; the earlier link stops working. */
export const sendConfirmation = defineEndpoint({
  method: "POST",
  path: "/user/confirm-email/send/",
  summary: "Mail a new confirmation link",
  access: "session",
  role: "self",
  apiTokens: false,
  problems: ["already_done"],
  response: messageResponse,
});

/** The link to the new one stops working. */
export const cancelEmailChange = defineEndpoint({
  method: "POST",
  path: "/user/confirm-email/cancel/",
  summary: "Keep the current email address",
  access: "session",
  role: "self",
  apiTokens: false,
  problems: ["not_waiting"],
  response: messageResponse,
});
