import { linkExisting as contract } from "@/lib/contracts/existing-deposits";
import { linkExisting } from "@/server/existing/link-existing";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(contract, (ctx, { body }) => linkExisting(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
