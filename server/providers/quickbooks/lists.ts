import type { LedgerItem, LedgerListEntry } from "@/server/providers/ledger";
import type { QuickBooksApi, Store } from "@/server/providers/quickbooks/api";
import { all } from "@/server/providers/quickbooks/query";
import {
  item as itemSchema,
  namedEntry as namedSchema,
  taxCode as taxCodeSchema,
  taxRate as taxRateSchema,
} from "@/server/providers/quickbooks/schemas";

/** Bundles and categories have no place on a plain line. */
const SOLD: ReadonlySet<string> = new Set(["Service", "NonInventory", "Inventory"]);

/** The United States' codes say only whether a line is taxed; a receipt's own tax is left to QuickBooks. */
const UNITED_STATES: ReadonlySet<string> = new Set(["TAX", "NON"]);

/** Active products and services. */
export async function listItems(api: QuickBooksApi, store: Store): Promise<LedgerItem[]> {
  const items = await all(api, store, {
    entity: "Item",
    find: "findItems",
    where: [],
    row: itemSchema,
  });
  return items.flatMap(({ Id, Name, FullyQualifiedName, Type, IncomeAccountRef }) =>
    SOLD.has(Type ?? "")
      ? {
          ...{ id: Id, name: FullyQualifiedName ?? Name, type: Type ?? "" },
          incomeAccount: IncomeAccountRef?.name ?? "",
        }
      : [],
  );
}

/** Active tax codes that a line can have: in the United States TAX and NON, elsewhere the company's own. */
export async function listTaxCodes(api: QuickBooksApi, store: Store): Promise<LedgerListEntry[]> {
  const codes = await readTaxCodes(api, store);
  const american = codes.filter(({ Id }) => UNITED_STATES.has(Id));
  return (american.length > 0 ? american : codes).map(({ Id, Name }) => ({ id: Id, name: Name }));
}

/** Whether a company has the tax codes that only books in the United States have; null where it has none at all. */
export async function hasAmericanTaxCodes(
  api: QuickBooksApi,
  store: Store,
): Promise<boolean | null> {
  const codes = await readTaxCodes(api, store);
  return codes.length === 0 ? null : codes.some(({ Id }) => UNITED_STATES.has(Id));
}

const NAMED_LISTS = {
  classes: { entity: "Class", find: "findClasses" },
  // What the API calls departments.
  locations: { entity: "Department", find: "findDepartments" },
  paymentMethods: { entity: "PaymentMethod", find: "findPaymentMethods" },
} as const;

/** Active classes, locations or ways of payment. */
export async function listNamed(
  api: QuickBooksApi,
  store: Store,
  list: keyof typeof NAMED_LISTS,
): Promise<LedgerListEntry[]> {
  const rows = await all(api, store, { ...NAMED_LISTS[list], where: [], row: namedSchema });
  return rows.map(({ Id, Name, FullyQualifiedName }) => ({
    id: Id,
    name: FullyQualifiedName ?? Name,
  }));
}

/**
 * The percentage that a code's sales rates add up to, in millionths of a percent; null for a code of the
 * United States, whose rate QuickBooks finds by the address.
 */
export async function salesTaxRate(
  api: QuickBooksApi,
  store: Store,
  taxCodeId: string,
): Promise<number | null> {
  if (UNITED_STATES.has(taxCodeId)) return null;
  const code = (await readTaxCodes(api, store)).find(({ Id }) => Id === taxCodeId);
  const ids = (code?.SalesTaxRateList?.TaxRateDetail ?? []).map(
    ({ TaxRateRef }) => TaxRateRef.value,
  );
  if (ids.length === 0) return 0;
  const rates = await all(api, store, {
    entity: "TaxRate",
    find: "findTaxRates",
    where: [{ field: "Id", operator: "IN", value: ids }],
    row: taxRateSchema,
  });
  return rates.reduce((sum, { RateValue }) => sum + Math.round(Number(RateValue) * 1_000_000), 0);
}

function readTaxCodes(api: QuickBooksApi, store: Store) {
  return all(api, store, {
    entity: "TaxCode",
    find: "findTaxCodes",
    where: [],
    row: taxCodeSchema,
  });
}
