import { stripeCallback } from "@/lib/contracts/integrations";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { completeStripeConnect } from "@/server/integrations/complete-stripe-connect";

export const POST = route(stripeCallback, (ctx, { body }) => completeStripeConnect(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
