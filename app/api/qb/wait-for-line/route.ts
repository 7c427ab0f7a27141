import { waitForLine as contract } from "@/lib/contracts/planned-payments";
import { waitForLine } from "@/server/choices/wait-for-line";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(contract, (ctx, { body }) => waitForLine(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
