import { messageResponse } from "@/lib/contracts/common";
import { depositRef, depositStatus } from "@/lib/contracts/deposits";
import { defineEndpoint } from "@/lib/contracts/endpoint";

/** Only here: the ledger isn't changed. */
export const deleteDeposit = defineEndpoint({
  method: "POST",
  path: "/qb/delete-deposit/",
  summary: "Delete a deposit",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: ["already_posted", "not_found", "posting_in_progress", "undo_in_progress"],
  body: depositRef,
  response: messageResponse,
});

/** Without its previous match. */
export const restoreDeposit = defineEndpoint({
  method: "POST",
  path: "/qb/restore-deposit/",
  summary: "Restore a deleted deposit",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: ["already_done", "not_found"],
  body: depositRef,
  response: messageResponse.extend({ status: depositStatus }),
});
