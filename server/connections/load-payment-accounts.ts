import type { Integration } from "@/generated/prisma/client";
import { hasRole } from "@/lib/constants/roles";
import type { ListQuery } from "@/lib/contracts/common";
import type { PaymentAccountView } from "@/lib/contracts/payment-account";
import { groupBy } from "@/lib/group-by";
import { BY_FILE, describeProvider } from "@/lib/providers/list";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { loadToday } from "@/server/work/company";
import { bankIds } from "./bank-accounts";
import { FIRST_COMES, homeCurrency, requireLedger, sourceName } from "./find";
import { freshnessOf, ledgerAccounts } from "./ledger-accounts";
import {
  canHoldPayments,
  type Holding,
  hasUndepositedFunds,
  readPaymentAccounts,
} from "./payment-account";

/** Which accounts of the connected ledger payments can wait in. A Deposit takes lines in the books' own currency alone. */
export async function loadHolding(
  ctx: CompanyContext,
  ledger: Pick<Integration, "provider" | "settings">,
): Promise<Holding> {
  const onlyIn = hasUndepositedFunds(ledger) ? await homeCurrency(ctx) : null;
  return { banks: bankIds(ledger.settings), onlyIn };
}

/**
 * The accounts whose payments are matched, and those that can be chosen.
 * @throws ConflictError when no ledger is connected, ProviderError.
 */
export async function loadPaymentAccounts(
  ctx: CompanyContext,
  wanted: ListQuery = {},
): Promise<PaymentAccountView> {
  const ledger = await requireLedger(ctx);
  const holding = await loadHolding(ctx, ledger);
  // Members who can't change it see the stored names, without a read at the ledger.
  const offers = hasRole(ctx.role ?? "viewer", "admin");
  const all = offers ? await ledgerAccounts(ctx, freshnessOf(wanted)) : [];
  const accounts = all.filter((each) => canHoldPayments(each, holding));
  const chosen = readPaymentAccounts(ledger.settings);
  const [first] = chosen;
  const has_undeposited_funds = hasUndepositedFunds(ledger);
  return {
    accounts: (offers ? accounts : chosen).map(toRef),
    account: first ? { Id: first.id, Name: first.name } : null,
    from: first?.from ?? (await startOfMonth(ctx)),
    payment_accounts: chosen.map((each) => ({
      ...toRef(each),
      from: each.from,
      connection_id: each.source ?? null,
    })),
    has_undeposited_funds,
    sources: has_undeposited_funds ? [] : await listSources(ctx),
  };
}

function toRef({ id, name, currency }: { id: string; name: string; currency: string }) {
  return { Id: id, Name: name, currency };
}

/** The connections that are paid out. */
export async function listSources(ctx: CompanyContext): Promise<PaymentAccountView["sources"]> {
  const live = await db(ctx).integration.findMany({
    where: { companyId: ctx.companyId, status: { not: "disconnected" } },
    orderBy: [...FIRST_COMES],
  });
  const sources = live.filter(({ provider }) => describeProvider(provider).role === "source");
  const ofProvider = groupBy(sources, ({ provider }) => provider);
  return sources.map(({ id, provider, displayName }) => {
    const name = sourceName(provider, displayName);
    const isOnly = provider === BY_FILE || ofProvider.get(provider)?.length === 1;
    return { connection_id: id, name: isOnly ? name : `${name} (${displayName})` };
  });
}

/** Where the company is. */
async function startOfMonth(ctx: CompanyContext): Promise<string> {
  const today = await loadToday(ctx);
  return `${today.slice(0, 7)}-01`;
}
