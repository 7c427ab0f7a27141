import { authorizeConnect } from "@/lib/contracts/integrations";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { connectAuthorizeNet } from "@/server/integrations/connect-authorizenet";

export const POST = route(authorizeConnect, (ctx, { body }) => connectAuthorizeNet(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
