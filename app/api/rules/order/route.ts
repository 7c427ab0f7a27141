import { orderRules as contract } from "@/lib/contracts/rules";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { orderRules } from "@/server/rules/order-rules";

export const POST = route(contract, (ctx, { body }) => orderRules(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
