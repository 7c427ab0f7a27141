import { z } from "zod";
import { type CalendarDate, isCalendarDate } from "@/lib/dates";
import { addLists, addTaxCodes, COUNTRIES } from "./lists";
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

/** The chart of accounts, payment methods, preferences and the company itself. */
export function foundCompany(state: QuickBooksState, company: string, date: CalendarDate): void {
  const add = (name: EntityName, fields: Record<string, unknown>) =>
    store(state, name, fields, noonOf(date));
  add("CompanyInfo", {
    CompanyName: company,
    LegalName: company,
    CompanyAddr: { Id: "1", Line1: "123 Sample Street", City: "Portland", Country: "US" },
    CompanyStartDate: date,
    FiscalYearStartMonth: "January",
    Country: "US",
    Email: { Address: "books@sample.example" },
    WebAddr: {},
    SupportedLanguages: "en",
  });
  add("Preferences", {
    CurrencyPrefs: { MultiCurrencyEnabled: true, HomeCurrency: { value: state.homeCurrency } },
  });
  const addAccount = ({ name, type, subType, classification, currency }: AccountFacts) =>
    add("Account", {
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
    });
  state.nextId.name = 21;
  FURTHER_ACCOUNTS.forEach(addAccount);
  state.nextId.name = 31;
  ACCOUNTS.forEach(addAccount);
  add("PaymentMethod", { Name: "Cash", Active: true, Type: "NON_CREDIT_CARD" });
  add("PaymentMethod", { Name: "Check", Active: true, Type: "NON_CREDIT_CARD" });
  add("PaymentMethod", { Name: "Credit Card", Active: true, Type: "CREDIT_CARD" });
  add("Vendor", { DisplayName: "Stripe", FullyQualifiedName: "Stripe", Active: true, Balance: 0 });
  state.nextId.transaction = 101;
  addLists(state, date);
}

/** A company of another country, with its tax codes, or one whose books are closed until a day. */
export const companyInput = z.strictObject({
  country: z.enum(COUNTRIES).optional(),
  /** The last day of the closed period; null opens the books. */
  closedUntil: z.string().refine(isCalendarDate).nullable().optional(),
});

export function changeCompany(
  state: QuickBooksState,
  { country, closedUntil }: z.output<typeof companyInput>,
) {
  const [company] = Object.values(state.entities.CompanyInfo);
  const [preferences] = Object.values(state.entities.Preferences);
  if (!company || !preferences) throw new Error("the company was never founded");
  if (country) {
    company.Country = country;
    addTaxCodes(state, country, state.today);
  }
  if (closedUntil !== undefined) {
    preferences.AccountingInfoPrefs = closedUntil ? { BookCloseDate: closedUntil } : {};
  }
  return { CompanyInfo: company, Preferences: preferences };
}
