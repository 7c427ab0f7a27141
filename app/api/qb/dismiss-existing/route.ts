import { dismissExisting as contract } from "@/lib/contracts/existing-deposits";
import { dismissExisting } from "@/server/existing/dismiss-existing";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(contract, (ctx, { body }) => dismissExisting(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
