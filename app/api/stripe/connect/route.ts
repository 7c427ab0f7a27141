import { stripeConnect } from "@/lib/contracts/integrations";
import { route } from "@/server/http/route";
import { connectStripe } from "@/server/integrations/connect-stripe";

export const POST = route(stripeConnect, (ctx, { body }) => connectStripe(ctx, body));
