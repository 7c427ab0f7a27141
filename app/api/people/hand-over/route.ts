import { handOver as contract } from "@/lib/contracts/people";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { handOver } from "@/server/people/hand-over";

export const POST = route(contract, (ctx, { body }) => handOver(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
