import { quickbooksSync } from "@/lib/contracts/integrations";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { syncNow } from "@/server/sync/sync-now";

export const POST = route(quickbooksSync, (ctx, { query }) =>
  syncNow(ctx, "quickbooks", query.wait),
);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
