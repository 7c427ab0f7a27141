import { userRecord } from "@/lib/contracts/accounts";
import { messageResponse } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

export const confirmEmail = defineEndpoint({
  method: "POST",
  path: "/user/confirm-email/",
  summary:
    "Confirm an email address with a mailed link, signed in to its account; a new address then takes effect",
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

export const sendConfirmation = defineEndpoint({
  method: "POST",
  path: "/user/confirm-email/send/",
  summary:
    "Mail a fresh link to the address that waits for its confirmation; the earlier link stops working",
  access: "session",
  role: "self",
  apiTokens: false,
  problems: ["already_done"],
  response: messageResponse,
});

export const cancelEmailChange = defineEndpoint({
  method: "POST",
  path: "/user/confirm-email/cancel/",
  summary: "Keep the current email address; the link to the new one stops working",
  access: "session",
  role: "self",
  apiTokens: false,
  problems: ["not_waiting"],
  response: messageResponse,
});
