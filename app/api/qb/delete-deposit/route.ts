import { deleteDeposit } from "@/lib/contracts/deposits";
import { removeDeposit } from "@/server/deposits/delete-deposit";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(deleteDeposit, (ctx, { body }) => removeDeposit(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
