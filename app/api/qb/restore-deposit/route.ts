import { restoreDeposit } from "@/lib/contracts/deposit-restore";
import { bringBackDeposit } from "@/server/deposits/restore-deposit";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(restoreDeposit, (ctx, { body }) => bringBackDeposit(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
