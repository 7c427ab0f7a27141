import { undoDismissal } from "@/lib/contracts/matches";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { takeDismissalBack } from "@/server/matches/undo-dismissal";

export const POST = route(undoDismissal, (ctx, { body }) => takeDismissalBack(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
