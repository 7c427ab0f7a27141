import { providerRoutes } from "@/server/http/provider-routes";
import { listBanks, listClearing, listExpenses } from "@/server/integrations/ledger-accounts";
import { loadDiscount } from "@/server/integrations/load-discount";
import { readCategory } from "@/server/integrations/read-category";
import { startConnect } from "@/server/integrations/start-connect";
import { syncNow } from "@/server/sync/sync-now";
import { completeConnect } from "@/server/workflows/complete-connect";
import { connectByKey } from "@/server/workflows/connect-by-key";
import { disconnect } from "@/server/workflows/disconnect";
import { saveBank } from "@/server/workflows/save-bank";
import { saveCategory } from "@/server/workflows/save-category";
import { saveClearing } from "@/server/workflows/save-clearing";
import { saveDiscount } from "@/server/workflows/save-discount";

/** The endpoints of every provider, at the paths that lib/providers/catalog.ts names. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = providerRoutes({
  connectByKey: (ctx, provider, { body }) => connectByKey(ctx, provider, body),
  startConnect: (ctx, provider, { query }) => startConnect(ctx, provider, query),
  completeConnect: (ctx, provider, { body }) => completeConnect(ctx, provider, body),
  disconnect: (ctx, provider) => disconnect(ctx, provider),
  sync: (ctx, provider, { query }) => syncNow(ctx, provider, query.wait),
  readCategory: (ctx, provider) => readCategory(ctx, provider),
  saveCategory: (ctx, provider, { body }) => saveCategory(ctx, provider, body),
  readDiscount: (ctx, provider) => loadDiscount(ctx, provider),
  saveDiscount: (ctx, provider, { body }) => saveDiscount(ctx, provider, body),
  listBanks: (ctx) => listBanks(ctx),
  saveBank: (ctx, provider, { body }) => saveBank(ctx, provider, body),
  listClearing: (ctx) => listClearing(ctx),
  saveClearing: (ctx, provider, { body }) => saveClearing(ctx, provider, body),
  listExpenses: (ctx) => listExpenses(ctx),
});
