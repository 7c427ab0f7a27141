import { z } from "zod";
import { type CalendarDate, isCalendarDate } from "@/lib/dates";
import { addLists, addLocations, addTaxCodes, COUNTRIES, type Country } from "./lists";
import type { Preferences } from "./preferences";
import { type EntityName, noonOf, type QuickBooksState, store } from "./state";

interface AccountFacts {
  name: string;
  type: string;
  subType: string;
  classification: string;
  currency?: string;
}

const ACCOUNTS: readonly AccountFacts[] = [
  { name: "Checking", type: "Bank", subType: "Checking", classification: "Asset" },
  { name: "Savings", type: "Bank", subType: "Savings", classification: "Asset" },
  {
    name: "Euro Account",
    type: "Bank",
    subType: "Checking",
    classification: "Asset",
    currency: "EUR",
  },
  {
    name: "Undeposited Funds",
    type: "Other Current Asset",
    subType: "UndepositedFunds",
    classification: "Asset",
  },
  {
    name: "Stripe Clearing",
    type: "Other Current Asset",
    subType: "OtherCurrentAssets",
    classification: "Asset",
  },
  {
    name: "Accounts Receivable (A/R)",
    type: "Accounts Receivable",
    subType: "AccountsReceivable",
    classification: "Asset",
  },
  { name: "Sales", type: "Income", subType: "SalesOfProductIncome", classification: "Revenue" },
  {
    name: "Merchant Processing Fees",
    type: "Expense",
    subType: "BankCharges",
    classification: "Expense",
  },
  { name: "Bank Charges", type: "Expense", subType: "BankCharges", classification: "Expense" },
  {
    name: "Chargebacks",
    type: "Expense",
    subType: "OtherMiscellaneousServiceCost",
    classification: "Expense",
  },
  {
    name: "Cost of Goods Sold",
    type: "Cost of Goods Sold",
    subType: "SuppliesMaterialsCogs",
    classification: "Expense",
  },
  { name: "Owner's Equity", type: "Equity", subType: "OwnersEquity", classification: "Equity" },
];

/** What a bookkeeper adds for the rest of a payout: refunds without a receipt, reserves, taxes. */
const FURTHER_ACCOUNTS: readonly AccountFacts[] = [
  {
    name: "Refunds and Allowances",
    type: "Income",
    subType: "DiscountsRefundsGiven",
    classification: "Revenue",
  },
  {
    name: "Stripe Reserve",
    type: "Other Current Asset",
    subType: "OtherCurrentAssets",
    classification: "Asset",
  },
  {
    name: "Sales Tax Payable",
    type: "Other Current Liability",
    subType: "SalesTaxPayable",
    classification: "Liability",
  },
];

/** Where a company is, and how it keeps its books. */
export interface Founding {
  country: Country;
  /** The last day of the closed period. */
  closedUntil?: CalendarDate;
  locations: boolean;
}

const CITIES: Record<Country, string> = {
  US: "Portland",
  GB: "Leeds",
  AU: "Hobart",
  CA: "Toronto",
};

/** The chart of accounts, payment methods, preferences and the company itself. */
export function foundCompany(
  state: QuickBooksState,
  company: string,
  date: CalendarDate,
  { country, closedUntil, locations }: Founding = { country: "US", locations: false },
): void {
  const add = (name: EntityName, fields: Record<string, unknown>) =>
    store(state, name, fields, noonOf(date));
  add("CompanyInfo", {
    CompanyName: company,
    LegalName: company,
    CompanyAddr: { Id: "1", Line1: "123 Sample Street", City: CITIES[country], Country: country },
    CompanyStartDate: date,
    FiscalYearStartMonth: "January",
    Country: country,
    Email: { Address: "books@sample.example" },
    WebAddr: {},
    SupportedLanguages: "en",
  });
  add("Preferences", {
    CurrencyPrefs: { MultiCurrencyEnabled: true, HomeCurrency: { value: state.homeCurrency } },
    AccountingInfoPrefs: {
      ...(closedUntil && { BookCloseDate: closedUntil }),
      ClassTrackingPerTxnLine: true,
      TrackDepartments: locations,
    },
    TaxPrefs: taxPrefsOf(country),
  } satisfies Preferences);
  state.nextId.name = 21;
  for (const account of FURTHER_ACCOUNTS) addAccount(state, account, date);
  state.nextId.name = 31;
  for (const account of ACCOUNTS) addAccount(state, account, date);
  add("PaymentMethod", { Name: "Cash", Active: true, Type: "NON_CREDIT_CARD" });
  add("PaymentMethod", { Name: "Check", Active: true, Type: "NON_CREDIT_CARD" });
  add("PaymentMethod", { Name: "Credit Card", Active: true, Type: "CREDIT_CARD" });
  add("Vendor", { DisplayName: "Stripe", FullyQualifiedName: "Stripe", Active: true, Balance: 0 });
  state.nextId.transaction = 101;
  addLists(state, date, country);
  if (locations) addLocations(state, date);
}

function addAccount(
  state: QuickBooksState,
  { name, type, subType, classification, currency }: AccountFacts,
  date: CalendarDate,
): void {
  const fields = {
    Name: name,
    FullyQualifiedName: name,
    SubAccount: false,
    Active: true,
    Classification: classification,
    AccountType: type,
    AccountSubType: subType,
    CurrentBalance: 0,
    CurrentBalanceWithSubAccounts: 0,
    CurrencyRef: { value: currency ?? state.homeCurrency },
  };
  store(state, "Account", fields, noonOf(date));
}

/** What PayPal holds back, and what stays there when only a part is transferred. */
export function addPayPalReserve(state: QuickBooksState, date: CalendarDate): void {
  const kind = { type: "Other Current Asset", subType: "OtherCurrentAssets" };
  addAccount(state, { name: "PayPal Reserve", ...kind, classification: "Asset" }, date);
}

/** A company of another country, with its tax codes, and how it keeps its books. */
export const companyInput = z.strictObject({
  country: z.enum(COUNTRIES).optional(),
  /** CompanyInfo's Country is optional in the vendor's schema. */
  statesCountry: z.literal(false).optional(),
  /** The state or province of its address. */
  region: z.string().optional(),
  /** What it states as its time zone. */
  timeZone: z.string().optional(),
  /** Sales tax was never set up. */
  taxCodes: z.literal(false).optional(),
  /** Of books that hold nothing yet. */
  homeCurrency: z.string().length(3).optional(),
  /** The last day of the closed period; null opens the books. */
  closedUntil: z.string().refine(isCalendarDate).nullable().optional(),
  closedCode: z.enum(["6210", "5010"]).optional(),
  multicurrency: z.boolean().optional(),
  locations: z.boolean().optional(),
  /** Refuse lines without a tax code even where no tax applies. */
  demandsTaxCodes: z.boolean().optional(),
  /** Whether it takes amounts of a Deposit that contain tax for what they are, or for net ones. */
  depositAmounts: z.enum(["gross", "net"]).optional(),
  /** Whether it refuses another amount than a linked transaction's, or takes its own instead. */
  linkedAmounts: z.enum(["refused", "own"]).optional(),
  withoutRate: z.array(z.string()).optional(),
  /** The rate at which it books, whatever a Deposit says. */
  fixedRate: z.number().positive().optional(),
  /** What is left of the app's monthly allowance of reads; null: more than is ever made. */
  readsLeft: z.int().min(0).nullable().optional(),
  productionKeys: z.boolean().optional(),
});

/** Outside the United States the emulated companies charge tax. */
function taxPrefsOf(country: Country): Preferences["TaxPrefs"] {
  return { UsingSalesTax: country !== "US" };
}

export function changeCompany(
  state: QuickBooksState,
  {
    country,
    statesCountry,
    taxCodes,
    region,
    timeZone,
    homeCurrency,
    closedUntil,
    closedCode,
    multicurrency,
    locations,
    demandsTaxCodes,
    depositAmounts,
    linkedAmounts,
    withoutRate,
    fixedRate,
    readsLeft,
    productionKeys,
  }: z.output<typeof companyInput>,
) {
  const [company] = Object.values(state.entities.CompanyInfo);
  const [preferences] = Object.values(state.entities.Preferences);
  if (!company || !preferences) throw new Error("the company was never founded");
  if (country) {
    company.Country = country;
    preferences.TaxPrefs = taxPrefsOf(country);
    addTaxCodes(state, country, state.today);
  }
  if (statesCountry === false) delete company.Country;
  if (region) company.CompanyAddr = { Id: "1", Country: country, CountrySubDivisionCode: region };
  if (timeZone) company.DefaultTimeZone = timeZone;
  if (taxCodes === false) state.entities.TaxCode = {};
  const { AccountingInfoPrefs } = preferences as unknown as Partial<Preferences>;
  if (closedUntil !== undefined) {
    // A stored state of an older version has none.
    const { BookCloseDate: _, ...rest } = AccountingInfoPrefs ?? {};
    preferences.AccountingInfoPrefs = closedUntil ? { ...rest, BookCloseDate: closedUntil } : rest;
  }
  if (locations !== undefined) {
    preferences.AccountingInfoPrefs = {
      ...(preferences as unknown as Preferences).AccountingInfoPrefs,
      TrackDepartments: locations,
    };
  }
  if (homeCurrency) moveHome(state, homeCurrency);
  if (multicurrency !== undefined) {
    const HomeCurrency = { value: state.homeCurrency };
    preferences.CurrencyPrefs = { HomeCurrency, MultiCurrencyEnabled: multicurrency };
  }
  if (demandsTaxCodes !== undefined) state.demandsTaxCodes = demandsTaxCodes;
  if (closedCode) state.closedCode = closedCode;
  if (depositAmounts) state.depositAmounts = depositAmounts;
  if (linkedAmounts) state.linkedAmounts = linkedAmounts;
  if (withoutRate) state.withoutRate = withoutRate;
  if (fixedRate) state.fixedRate = fixedRate;
  if (readsLeft === null) delete state.readsLeft;
  else if (readsLeft !== undefined) state.readsLeft = readsLeft;
  if (productionKeys !== undefined) state.productionKeys = productionKeys;
  return { CompanyInfo: company, Preferences: preferences };
}

/** The books' currency, and that of each account in it. */
function moveHome(state: QuickBooksState, to: string): void {
  for (const account of Object.values(state.entities.Account)) {
    if (account.CurrencyRef?.value === state.homeCurrency) account.CurrencyRef = { value: to };
  }
  for (const preferences of Object.values(state.entities.Preferences)) {
    preferences.CurrencyPrefs = { MultiCurrencyEnabled: true, HomeCurrency: { value: to } };
  }
  state.homeCurrency = to;
}
