import { deleteAccount as contract } from "@/lib/contracts/account-deletion";
import { deleteAccount } from "@/server/account/delete-account";
import { proveOwner } from "@/server/auth/prove-owner";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(contract, async (ctx, { body }) => {
  await proveOwner(ctx, body);
  return deleteAccount(ctx);
});
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
