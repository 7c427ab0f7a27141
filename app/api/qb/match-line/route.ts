import { matchLine as contract } from "@/lib/contracts/planned-payments";
import { matchLine } from "@/server/choices/match-line";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(contract, (ctx, { body }) => matchLine(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
