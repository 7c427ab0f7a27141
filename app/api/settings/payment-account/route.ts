import { paymentAccount, savePaymentAccount as saving } from "@/lib/contracts/payment-account";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { loadPaymentAccount } from "@/server/integrations/load-payment-account";
import { savePaymentAccount } from "@/server/workflows/save-payment-account";

export const GET = route(paymentAccount, (ctx) => loadPaymentAccount(ctx));
export const PUT = route(saving, (ctx, { body }) => savePaymentAccount(ctx, body));
export const { POST, PATCH, DELETE, OPTIONS } = refuseOthers("GET", "PUT");
