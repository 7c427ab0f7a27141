import { receiptLists as contract } from "@/lib/contracts/receipts";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { listReceiptChoices } from "@/server/integrations/list-receipt-choices";

export const GET = route(contract, (ctx) => listReceiptChoices(ctx));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
