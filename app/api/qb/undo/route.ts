import { undoDeposit } from "@/lib/contracts/matches";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { undo } from "@/server/posting/undo-deposit";

export const POST = route(undoDeposit, (ctx, { body }) => undo(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
