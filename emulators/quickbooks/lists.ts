import type { CalendarDate } from "@/lib/dates";
import { type Entity, type EntityName, noonOf, type QuickBooksState, wireTime } from "./state";

export const COUNTRIES = ["US", "GB", "AU", "CA"] as const;
export type Country = (typeof COUNTRIES)[number];

const ITEMS = [
  { Id: "1", Name: "Services", Type: "Service", income: "Sales" },
  { Id: "2", Name: "Workshop Materials", Type: "NonInventory", income: "Sales" },
  { Id: "3", Name: "Refunds", Type: "Service", income: "Refunds and Allowances" },
  { Id: "4", Name: "Shop", Type: "Category", income: null },
  { Id: "5", Name: "Evening Course (deleted)", Type: "Service", income: "Sales", Active: false },
];

const CLASSES = [
  { Id: "1", Name: "Online" },
  { Id: "2", Name: "Studio" },
];

const LOCATIONS = [
  { Id: "1", Name: "Leeds" },
  { Id: "2", Name: "York" },
];

/**
 * TAX and NON are what a line can have in the United States; the other one is what the whole sale can have.
 * Elsewhere a line has one of the company's own codes.
 */
const TAX_CODES: Record<Country, { Id: string; Name: string; rate: number | null }[]> = {
  US: [
    { Id: "TAX", Name: "TAX", rate: null },
    { Id: "NON", Name: "NON", rate: null },
    { Id: "2", Name: "California", rate: 8 },
  ],
  GB: [
    { Id: "5", Name: "20.0% S", rate: 20 },
    { Id: "6", Name: "5.0% R", rate: 5 },
    { Id: "7", Name: "0.0% Z", rate: 0 },
  ],
  AU: [
    { Id: "5", Name: "GST", rate: 10 },
    { Id: "6", Name: "GST free", rate: 0 },
  ],
  CA: [
    { Id: "5", Name: "GST", rate: 5 },
    { Id: "6", Name: "HST ON", rate: 13 },
    { Id: "7", Name: "Exempt", rate: 0 },
  ],
};

/** Products and services, classes and tax codes. Nothing where the company has them. */
export function addLists(
  state: QuickBooksState,
  date: CalendarDate,
  country: Country = "US",
): void {
  if (Object.keys(state.entities.Item).length > 0) return;
  for (const { income, ...item } of ITEMS) {
    const account = Object.values(state.entities.Account).find(({ Name }) => Name === income);
    put(state, "Item", date, {
      Active: true,
      ...item,
      FullyQualifiedName: item.Name,
      ...(account ? { IncomeAccountRef: { value: account.Id, name: String(account.Name) } } : {}),
      Taxable: false,
      TrackQtyOnHand: false,
    });
  }
  for (const each of CLASSES) {
    put(state, "Class", date, {
      ...each,
      FullyQualifiedName: each.Name,
      SubClass: false,
      Active: true,
    });
  }
  addTaxCodes(state, country, date);
}

/** What QuickBooks' screens call locations. */
export function addLocations(state: QuickBooksState, date: CalendarDate): void {
  for (const each of LOCATIONS) {
    put(state, "Department", date, {
      ...each,
      FullyQualifiedName: each.Name,
      SubDepartment: false,
      Active: true,
    });
  }
}

/** Replaces the tax codes by those of a country. */
export function addTaxCodes(state: QuickBooksState, country: Country, date: CalendarDate): void {
  state.entities.TaxCode = {};
  state.entities.TaxRate = {};
  for (const { rate, ...code } of TAX_CODES[country]) {
    const about = { Active: true, Taxable: code.Id !== "NON", TaxGroup: rate !== null };
    if (rate === null) {
      put(state, "TaxCode", date, { ...code, ...about, Description: code.Name });
      continue;
    }
    const rateId = `1${code.Id}`;
    put(state, "TaxRate", date, { Id: rateId, Name: code.Name, Active: true, RateValue: rate });
    const detail = {
      TaxRateRef: { value: rateId, name: code.Name },
      TaxTypeApplicable: "TaxOnAmount",
      TaxOrder: 0,
    };
    put(state, "TaxCode", date, {
      ...code,
      ...about,
      Description: code.Name,
      SalesTaxRateList: { TaxRateDetail: [detail] },
      PurchaseTaxRateList: { TaxRateDetail: [detail] },
    });
  }
}

// With ids of their own, so that the ids of everything else stay.
function put(
  state: QuickBooksState,
  name: EntityName,
  date: CalendarDate,
  fields: Record<string, unknown> & { Id: string },
): void {
  const time = wireTime(noonOf(date));
  state.entities[name][fields.Id] = {
    ...fields,
    domain: "QBO",
    sparse: false,
    SyncToken: "0",
    MetaData: { CreateTime: time, LastUpdatedTime: time },
  } satisfies Entity;
}
