import { previewRule as contract } from "@/lib/contracts/rules";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { previewRule } from "@/server/rules/preview-rule";

export const POST = route(contract, (ctx, { body }) => previewRule(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
