import { messageResponse, rowId } from "@/lib/contracts/common";
import { depositStatus } from "@/lib/contracts/deposits";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

export const restoreDeposit = defineEndpoint({
  method: "POST",
  path: "/qb/restore-deposit/",
  summary: "Restore a deleted deposit, without its previous match",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  conflicts: ["already_done"],
  body: z.object({ deposit_id: rowId }),
  response: messageResponse.extend({ status: depositStatus }),
});
