import { restoreRule as contract } from "@/lib/contracts/rules";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { restoreRule } from "@/server/rules/restore-rule";

export const POST = route(contract, (ctx, { body }) => restoreRule(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
