import { stripeConnect, stripeConnectStart } from "@/lib/contracts/integrations";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { connectStripe } from "@/server/integrations/connect-stripe";
import { startStripeConnect } from "@/server/integrations/start-stripe-connect";

export const GET = route(stripeConnectStart, (ctx) => startStripeConnect(ctx));
export const POST = route(stripeConnect, (ctx, { body }) => connectStripe(ctx, body));
export const { PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET", "POST");
