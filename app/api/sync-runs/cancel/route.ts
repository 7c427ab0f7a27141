import { cancelSync } from "@/lib/contracts/integrations";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { cancelRun } from "@/server/sync/cancel-run";

export const POST = route(cancelSync, (ctx, { body }) => cancelRun(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
