import { ruleUses as contract } from "@/lib/contracts/rules";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { ruleUses } from "@/server/rules/rule-uses";

export const GET = route(contract, (ctx, { query }) => ruleUses(ctx, query));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
