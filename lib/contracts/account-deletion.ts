import { messageResponse } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import { currentPassword, secondFactor } from "@/lib/contracts/two-factor";
import * as z from "@/lib/zod";

/** Posted deposits stay in the books. */
export const deleteAccount = defineEndpoint({
  method: "POST",
  path: "/user/delete/",
  summary: "Permanently delete the account and all its data",
  access: "session",
  role: "self",
  apiTokens: false,
  problems: ["forbidden", "last_owner", "posting_in_progress", "unusable_input", "wrong_step"],
  body: z.object({ current_password: currentPassword, code: secondFactor.optional() }),
  response: messageResponse,
});
