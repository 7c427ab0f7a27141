import { quickbooksSync } from "@/lib/contracts/integrations";
import { route } from "@/server/http/route";
import { syncNow } from "@/server/sync/sync-now";

export const POST = route(quickbooksSync, (ctx, { query }) =>
  syncNow(ctx, "quickbooks", query.wait),
);
