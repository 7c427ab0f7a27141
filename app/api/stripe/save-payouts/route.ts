import { stripeSync } from "@/lib/contracts/integrations";
import { route } from "@/server/http/route";
import { syncNow } from "@/server/sync/sync-now";

export const POST = route(stripeSync, (ctx, { query }) => syncNow(ctx, "stripe", query.wait));
