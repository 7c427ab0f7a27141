import { ruleFromLine as contract } from "@/lib/contracts/rules";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { ruleFromLine } from "@/server/rules/rule-from-line";

export const GET = route(contract, (ctx, { query }) => ruleFromLine(ctx, query));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
