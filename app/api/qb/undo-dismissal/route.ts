import { undoDismissal as contract } from "@/lib/contracts/matches";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { undoDismissal } from "@/server/suggestions/undo-dismissal";

export const POST = route(contract, (ctx, { body }) => undoDismissal(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
