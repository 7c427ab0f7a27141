import { disconnectConnection as contract } from "@/lib/contracts/integrations";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { disconnectConnection } from "@/server/workflows/disconnect-connection";

export const POST = route(contract, (ctx, { body }) => disconnectConnection(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
