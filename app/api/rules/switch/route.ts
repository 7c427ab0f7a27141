import { switchRule as contract } from "@/lib/contracts/rules";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { switchRule } from "@/server/rules/switch-rule";

export const POST = route(contract, (ctx, { body }) => switchRule(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
