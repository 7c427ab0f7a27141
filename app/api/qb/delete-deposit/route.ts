import { deleteDeposit as contract } from "@/lib/contracts/deposits";
import { deleteDeposit } from "@/server/deposits/delete-deposit";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(contract, (ctx, { body }) => deleteDeposit(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
