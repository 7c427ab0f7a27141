import { askClient as contract } from "@/lib/contracts/questions";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { askClient } from "@/server/questions/ask-client";

export const POST = route(contract, (ctx, { body }) => askClient(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
