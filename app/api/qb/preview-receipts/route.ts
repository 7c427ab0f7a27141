import { previewReceipts as contract } from "@/lib/contracts/receipts";
import { previewReceipts } from "@/server/choices/preview-receipts";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(contract, (ctx, { body }) => previewReceipts(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
