import type { AccountGroup } from "@/lib/constants/bookings";
import type { LedgerAccount, UnpostableReason } from "@/server/providers/ledger";
import type { Store, XeroApi } from "./api";
import { readOrganisation } from "./company-facts";
import { whole } from "./pages";
import { account as accountSchema, type XeroAccount } from "./schemas";

/** The group of each of Xero's types of account; for a type that isn't listed, its class decides. */
const GROUPS: Readonly<Record<string, AccountGroup>> = {
  BANK: "Bank",
  CURRENT: "Other Current Asset",
  INVENTORY: "Other Current Asset",
  PREPAYMENT: "Other Current Asset",
  FIXED: "Fixed Asset",
  NONCURRENT: "Other Asset",
  CURRLIAB: "Other Current Liability",
  LIABILITY: "Other Current Liability",
  PAYG: "Other Current Liability",
  TERMLIAB: "Long Term Liability",
  EQUITY: "Equity",
  REVENUE: "Income",
  SALES: "Income",
  OTHERINCOME: "Other Income",
  DIRECTCOSTS: "Cost of Goods Sold",
  EXPENSE: "Expense",
  OVERHEADS: "Expense",
  DEPRECIATN: "Expense",
};
const CLASSES: Readonly<Record<string, AccountGroup>> = {
  ASSET: "Other Asset",
  LIABILITY: "Other Current Liability",
  EQUITY: "Equity",
  REVENUE: "Income",
  EXPENSE: "Expense",
};
const TYPES: Partial<Record<AccountGroup, LedgerAccount["type"]>> = {
  Bank: "bank",
  Expense: "expense",
  "Cost of Goods Sold": "expense",
  "Other Current Asset": "current_asset",
};
/** What customers and suppliers owe: lines can't be on them. */
const CONTROLS = ["DEBTORS", "CREDITORS"];

/** The chart of accounts, archived ones too: one call. */
export function readChart(api: XeroApi, store: Store): Promise<XeroAccount[]> {
  return whole(api, store, { name: "Accounts", row: accountSchema });
}

export interface Chart {
  accounts: ReadonlyMap<string, XeroAccount>;
  baseCurrency: string;
  currencyOf(accountId: string): string;
}

const KEEP_MS = 10 * 60_000;

/** The chart of each organisation, kept for ten minutes. @param wanted that are read again where one isn't known. */
export type Charts = (store: Store, wanted?: readonly string[]) => Promise<Chart>;

export function createCharts(api: XeroApi): Charts {
  const kept = new Map<string, { chart: Chart; until: number }>();
  return async (store, wanted = []) => {
    const { tenantId } = await api.credentials(store);
    const known = kept.get(tenantId);
    const isEnough = known && wanted.every((id) => known.chart.accounts.has(id));
    if (isEnough && known.until > Date.now()) return known.chart;
    const baseCurrency =
      known?.chart.baseCurrency ?? (await readOrganisation(api, store)).BaseCurrency;
    const accounts = new Map(
      (await readChart(api, store)).map((each) => [each.AccountID, each] as const),
    );
    const chart = {
      accounts,
      baseCurrency,
      currencyOf: (id: string) => accounts.get(id)?.CurrencyCode ?? baseCurrency,
    };
    kept.set(tenantId, { chart, until: Date.now() + KEEP_MS });
    return chart;
  };
}

/** Active accounts that money goes to or lines are on. */
export async function listAccounts(api: XeroApi, store: Store): Promise<LedgerAccount[]> {
  const { BaseCurrency } = await readOrganisation(api, store);
  return (await readChart(api, store)).flatMap((each) => {
    const group = groupOf(each);
    if (!group || unpostable(each)) return [];
    return {
      id: each.AccountID,
      name: each.Name,
      type: TYPES[group] ?? "other",
      group,
      currency: each.CurrencyCode ?? BaseCurrency,
      holdsPayments:
        group === "Bank" || (group === "Other Current Asset" && each.EnablePaymentsToAccount),
    };
  });
}

export async function whyUnpostable(
  api: XeroApi,
  store: Store,
  accountId: string,
): Promise<UnpostableReason> {
  const found = (await readChart(api, store)).find(({ AccountID }) => AccountID === accountId);
  return (found && unpostable(found)) ?? "unknown";
}

function unpostable({ Status, SystemAccount }: XeroAccount): UnpostableReason | undefined {
  if (!isActive({ Status })) return "inactive";
  return CONTROLS.includes(SystemAccount ?? "") ? "receivable" : undefined;
}

/** Xero may leave out the status. */
export function isActive({ Status }: { Status?: string | null | undefined }): boolean {
  return !Status || Status === "ACTIVE";
}

/** Undefined for what has no place in a chart that we know. */
export function groupOf({ Type, Class, BankAccountType }: XeroAccount): AccountGroup | undefined {
  if (BankAccountType === "CREDITCARD") return "Credit Card";
  return GROUPS[Type] ?? CLASSES[Class ?? ""];
}
