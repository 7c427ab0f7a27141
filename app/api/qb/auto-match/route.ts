import { autoMatch } from "@/lib/contracts/matches";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { lookAgain } from "@/server/workflows/look-again";

export const POST = route(autoMatch, (ctx, { body }) => lookAgain(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
