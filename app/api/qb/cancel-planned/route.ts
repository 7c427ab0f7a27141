import { cancelPlanned as contract } from "@/lib/contracts/planned-payments";
import { cancelPlanned } from "@/server/choices/cancel-planned";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(contract, (ctx, { body }) => cancelPlanned(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
