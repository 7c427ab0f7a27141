import { companyVerbs } from "@/app/api/verbs/company";
import { depositsVerbs } from "@/app/api/verbs/deposits";
import { firstScreenVerbs } from "@/app/api/verbs/first-screen";
import { peopleVerbs } from "@/app/api/verbs/people";
import { saveBank } from "@/server/connections/bank-accounts";
import {
  chooseAccount,
  completeConnect,
  connectByKey,
  startConnect,
} from "@/server/connections/connect";
import { disconnect } from "@/server/connections/disconnect";
import { listBanks, listClearing, listExpenses } from "@/server/connections/ledger-accounts";
import { readCategory, saveCategory, saveClearing } from "@/server/connections/line-settings";
import { loadDiscount } from "@/server/connections/predicted-fees";
import type { ProviderVerbs, Verbs } from "@/server/http/serve";
import { syncNow } from "@/server/sync/runs";
import { saveDiscount } from "@/server/sync/save-payment-account";

/** The API at a glance: the verb of each endpoint, by method and path. lib/contracts says what it takes and returns. */
export const verbs: Verbs = {
  ...peopleVerbs,
  ...depositsVerbs,
  ...companyVerbs,
  ...firstScreenVerbs,
};

/** The endpoints of every provider, at the paths that lib/providers/catalog.ts names. */
export const providerVerbs: ProviderVerbs = {
  connectByKey: (ctx, provider, { body }) => connectByKey(ctx, provider, body),
  startConnect: (ctx, provider, { query }) => startConnect(ctx, provider, query),
  completeConnect: (ctx, provider, { body }) => completeConnect(ctx, provider, body),
  chooseAccount: (ctx, provider, { body }) => chooseAccount(ctx, provider, body),
  disconnect: (ctx, provider) => disconnect(ctx, provider),
  sync: (ctx, provider, { query }) => syncNow(ctx, provider, query.wait),
  readCategory: (ctx, provider) => readCategory(ctx, provider),
  saveCategory: (ctx, provider, { body }) => saveCategory(ctx, provider, body),
  readDiscount: (ctx, provider) => loadDiscount(ctx, provider),
  saveDiscount: (ctx, provider, { body }) => saveDiscount(ctx, provider, body),
  listBanks: (ctx, _provider, { query }) => listBanks(ctx, query),
  saveBank: (ctx, provider, { body }) => saveBank(ctx, provider, body),
  listClearing: (ctx, _provider, { query }) => listClearing(ctx, query),
  saveClearing: (ctx, provider, { body }) => saveClearing(ctx, provider, body),
  listExpenses: (ctx, _provider, { query }) => listExpenses(ctx, query),
};
