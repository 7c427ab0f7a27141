import { receiptSettings, saveReceiptSettings as saving } from "@/lib/contracts/receipts";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { loadReceiptSettings } from "@/server/integrations/load-receipt-settings";
import { saveReceiptSettings } from "@/server/integrations/save-receipt-settings";

export const GET = route(receiptSettings, (ctx) => loadReceiptSettings(ctx));
export const PUT = route(saving, (ctx, { body }) => saveReceiptSettings(ctx, body));
export const { POST, PATCH, DELETE, OPTIONS } = refuseOthers("GET", "PUT");
