import { authorizeSync } from "@/lib/contracts/integrations";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { syncNow } from "@/server/sync/sync-now";

export const GET = route(authorizeSync, (ctx, { query }) =>
  syncNow(ctx, "authorizenet", query.wait),
);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
