import { stripeDisconnect } from "@/lib/contracts/integrations";
import { route } from "@/server/http/route";
import { disconnect } from "@/server/integrations/disconnect";

export const POST = route(stripeDisconnect, (ctx) => disconnect(ctx, "stripe"));
