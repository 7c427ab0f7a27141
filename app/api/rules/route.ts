import {
  createRule as creating,
  listRules as listing,
  updateRule as updating,
} from "@/lib/contracts/rules";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { createRule } from "@/server/rules/create-rule";
import { listRules } from "@/server/rules/list-rules";
import { updateRule } from "@/server/rules/update-rule";

export const GET = route(listing, (ctx) => listRules(ctx));
export const POST = route(creating, (ctx, { body }) => createRule(ctx, body));
export const PUT = route(updating, (ctx, { body }) => updateRule(ctx, body));
export const { PATCH, DELETE, OPTIONS } = refuseOthers("GET", "POST", "PUT");
