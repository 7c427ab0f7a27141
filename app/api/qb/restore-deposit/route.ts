import { restoreDeposit as contract } from "@/lib/contracts/deposit-restore";
import { restoreDeposit } from "@/server/deposits/restore-deposit";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(contract, (ctx, { body }) => restoreDeposit(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
