import { stripeDisconnect } from "@/lib/contracts/integrations";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { disconnect } from "@/server/integrations/disconnect";

export const POST = route(stripeDisconnect, (ctx) => disconnect(ctx, "stripe"));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
