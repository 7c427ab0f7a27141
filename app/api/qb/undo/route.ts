import { undoDeposit as contract } from "@/lib/contracts/matches";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { undoDeposit } from "@/server/posting/undo-deposit";

export const POST = route(contract, (ctx, { body }) => undoDeposit(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
