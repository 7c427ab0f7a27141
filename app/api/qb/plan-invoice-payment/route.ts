import { planInvoicePayment as contract } from "@/lib/contracts/planned-payments";
import { planInvoicePayment } from "@/server/choices/plan-invoice-payment";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(contract, (ctx, { body }) => planInvoicePayment(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
