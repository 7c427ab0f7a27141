import { deleteRule as contract } from "@/lib/contracts/rules";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { deleteRule } from "@/server/rules/delete-rule";

export const POST = route(contract, (ctx, { body }) => deleteRule(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
