import { planReceipt as contract } from "@/lib/contracts/planned-payments";
import { planReceipt } from "@/server/choices/plan-receipt";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(contract, (ctx, { body }) => planReceipt(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
