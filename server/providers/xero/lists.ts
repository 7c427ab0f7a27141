import type { LedgerItem, LedgerListEntry } from "@/server/providers/ledger";
import { groupOf, isActive, readChart } from "./accounts";
import type { Store, XeroApi } from "./api";
import { whole } from "./pages";
import { taxRate } from "./schemas";

/** Active tax types that a receipt's line or a fee can have. */
export async function listTaxCodes(api: XeroApi, store: Store): Promise<LedgerListEntry[]> {
  return (await readTaxRates(api, store))
    .filter(
      ({ CanApplyToRevenue, CanApplyToExpenses }) =>
        (CanApplyToRevenue ?? true) || (CanApplyToExpenses ?? true),
    )
    .map(({ TaxType, Name }) => ({ id: TaxType, name: Name }));
}

/** What a line without tax carries beside lines with it; its name differs by country. */
export async function noTaxType(api: XeroApi, store: Store): Promise<string> {
  const types = (await readTaxRates(api, store)).map(({ TaxType }) => TaxType);
  return types.includes("NONE") || !types.includes("BASEXCLUDED") ? "NONE" : "BASEXCLUDED";
}

async function readTaxRates(api: XeroApi, store: Store) {
  const all = await whole(api, store, { name: "TaxRates", row: taxRate });
  return all.filter(isActive);
}

const INCOME = ["Income", "Other Income"];

/** A receipt's line is on an account of income; Xero's own items are only texts for one. */
export async function listItems(api: XeroApi, store: Store): Promise<LedgerItem[]> {
  return (await readChart(api, store))
    .filter((each) => isActive(each) && INCOME.includes(groupOf(each) ?? ""))
    .map(({ AccountID, Name }) => ({
      id: AccountID,
      name: Name,
      type: "Account",
      incomeAccount: Name,
    }));
}
