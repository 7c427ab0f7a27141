import { lineOptions as contract } from "@/lib/contracts/planned-payments";
import { lineOptions } from "@/server/choices/line-options";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const GET = route(contract, (ctx, { query }) => lineOptions(ctx, query));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
