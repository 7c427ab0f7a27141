import type { BankSettings } from "@/lib/contracts/line-settings";
import { connectable } from "@/lib/providers/list";
import { companyBank, readChosenBank } from "./bank-accounts";
import { findLedger } from "./find";
import { homeCurrency } from "./home-currency";
import { ledgerAccounts } from "./ledger-accounts";
import type { LedgerSettings } from "./settings";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";

/** The bank accounts by source and currency: of the home currency, and of every currency that was paid out. */
export async function loadBankSettings(ctx: CompanyContext): Promise<BankSettings> {
  const { companyId } = ctx;
  const home = await homeCurrency(ctx);
  const ledger = await findLedger(ctx);
  const live = await db(ctx).integration.findMany({
    where: { companyId, status: { not: "disconnected" } },
    orderBy: { connectedAt: "asc" },
  });
  const paid = await db(ctx).deposit.groupBy({
    by: ["integrationId", "currency"],
    where: { companyId, deletedAt: null },
  });
  const banks = live.flatMap(({ id, provider }) => {
    const described = connectable(provider);
    if (described.role !== "source") return [];
    const currencies = paid.flatMap((row) => (row.integrationId === id ? row.currency : []));
    return [home, ...currencies.filter((each) => each !== home).toSorted()].map((currency) => {
      const kind = { source: provider, currency };
      const { settings } = ledger ?? {};
      return {
        integration_type: described.wire,
        name: described.name,
        currency,
        account: toRef(readChosenBank(settings, kind)),
        otherwise: toRef(companyBank(settings, currency, home)),
      };
    });
  });
  const accounts = ledger?.status === "connected" ? await ledgerAccounts(ctx) : [];
  return {
    banks,
    accounts: accounts
      .filter(({ type }) => type === "bank")
      .map(({ id, name, currency }) => ({ Id: id, Name: name, currency })),
    home_currency: home,
  };
}

function toRef(bank: LedgerSettings | null) {
  return bank && { Id: bank.bankId, Name: bank.bankName };
}
