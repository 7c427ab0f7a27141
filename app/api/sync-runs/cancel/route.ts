import { cancelSync } from "@/lib/contracts/integrations";
import { route } from "@/server/http/route";
import { cancelRun } from "@/server/sync/cancel-run";

export const POST = route(cancelSync, (ctx, { body }) => cancelRun(ctx, body));
