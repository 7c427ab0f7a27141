import { planReceipts as contract } from "@/lib/contracts/receipts";
import { planReceipts } from "@/server/choices/plan-receipts";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(contract, (ctx, { body }) => planReceipts(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
