import type { Country, TaxRate } from "./state";

interface AccountFacts {
  code?: string;
  name: string;
  type: string;
  class?: string;
  taxType?: "sales" | "purchases" | "none";
  enablePayments?: boolean;
  bankType?: "BANK" | "PAYPAL" | "CREDITCARD";
  currency?: string;
  system?: string;
}

interface Chart {
  timezone: string;
  currency: string;
  /** Default tax of sales, of purchases, and none. */
  sales: string;
  purchases: string;
  none: string;
  taxRates: TaxRate[];
}

const ALL = ["ASSET", "EQUITY", "EXPENSE", "LIABILITY", "REVENUE"];
const SALES = ["ASSET", "EQUITY", "LIABILITY", "REVENUE"];
const PURCHASES = ["ASSET", "EQUITY", "EXPENSE", "LIABILITY"];

function rates(
  rows: readonly (readonly [type: string, name: string, rate: number, to: string[]])[],
) {
  return rows.map(([type, name, rate, appliesTo]) => ({ type, name, rate, appliesTo }));
}

/** Time zone, currency and tax rates of each edition. */
export const CHARTS: Record<Country, Chart> = {
  NZ: {
    timezone: "NEWZEALANDSTANDARDTIME",
    currency: "NZD",
    sales: "OUTPUT2",
    purchases: "INPUT2",
    none: "NONE",
    taxRates: rates([
      ["OUTPUT2", "15% GST on Income", 15, SALES],
      ["INPUT2", "15% GST on Expenses", 15, PURCHASES],
      ["ZERORATED", "Zero Rated", 0, ["LIABILITY", "REVENUE"]],
      ["GSTONIMPORTS", "GST on Imports", 0, ["LIABILITY"]],
      ["NONE", "No GST", 0, ALL],
    ]),
  },
  UK: {
    timezone: "GMTSTANDARDTIME",
    currency: "GBP",
    sales: "OUTPUT2",
    purchases: "INPUT2",
    none: "NONE",
    taxRates: rates([
      ["OUTPUT2", "20% (VAT on Income)", 20, SALES],
      ["INPUT2", "20% (VAT on Expenses)", 20, PURCHASES],
      ["RRINPUT", "5% (VAT on Expenses)", 5, PURCHASES],
      ["RROUTPUT", "5% (VAT on Income)", 5, SALES],
      ["EXEMPTINPUT", "Exempt Expenses", 0, PURCHASES],
      ["EXEMPTOUTPUT", "Exempt Income", 0, SALES],
      ["ZERORATEDINPUT", "Zero Rated Expenses", 0, PURCHASES],
      ["ZERORATEDOUTPUT", "Zero Rated Income", 0, SALES],
      ["NONE", "No VAT", 0, ALL],
    ]),
  },
  AU: {
    timezone: "AUSEASTERNSTANDARDTIME",
    currency: "AUD",
    sales: "OUTPUT",
    purchases: "INPUT",
    none: "BASEXCLUDED",
    taxRates: rates([
      ["OUTPUT", "GST on Income", 10, SALES],
      ["INPUT", "GST on Expenses", 10, PURCHASES],
      ["INPUTTAXED", "Input Taxed", 0, ALL],
      ["EXEMPTEXPENSES", "GST Free Expenses", 0, PURCHASES],
      ["EXEMPTOUTPUT", "GST Free Income", 0, SALES],
      ["BASEXCLUDED", "BAS Excluded", 0, ALL],
    ]),
  },
  US: {
    timezone: "EASTERNSTANDARDTIME",
    currency: "USD",
    sales: "NONE",
    purchases: "NONE",
    none: "NONE",
    taxRates: rates([
      ["TAX001", "Sales Tax", 8.875, SALES],
      ["OUTPUT", "Tax on Sales", 0, SALES],
      ["INPUT", "Tax on Purchases", 0, PURCHASES],
      ["NONE", "Tax Exempt", 0, ALL],
    ]),
  },
};

/** One clearing account for each PayPal currency, as bookkeepers set it up. */
export const FOREIGN = ["USD", "AUD", "GBP", "NZD"] as const;

/** Accounts of every edition, besides the PayPal accounts in other currencies. */
export const ACCOUNTS: readonly AccountFacts[] = [
  { code: "090", name: "Business Account", type: "BANK", bankType: "BANK" },
  { name: "PayPal Clearing", type: "BANK", bankType: "PAYPAL" },
  { name: "Stripe Clearing", type: "BANK", bankType: "BANK" },
  { code: "120", name: "Card Clearing", type: "CURRENT", class: "ASSET", enablePayments: true },
  { code: "130", name: "Processor Reserves", type: "CURRENT", class: "ASSET" },
  { code: "200", name: "Sales", type: "REVENUE", class: "REVENUE", taxType: "sales" },
  { code: "205", name: "Refunds", type: "REVENUE", class: "REVENUE", taxType: "sales" },
  { code: "260", name: "Other Revenue", type: "REVENUE", class: "REVENUE", taxType: "sales" },
  { code: "404", name: "Merchant Fees", type: "EXPENSE", class: "EXPENSE", taxType: "purchases" },
  { code: "406", name: "Disputes", type: "EXPENSE", class: "EXPENSE", taxType: "none" },
  {
    code: "429",
    name: "General Expenses",
    type: "EXPENSE",
    class: "EXPENSE",
    taxType: "purchases",
  },
  {
    code: "497",
    name: "Bank Revaluations",
    type: "EXPENSE",
    class: "EXPENSE",
    system: "BANKCURRENCYGAIN",
  },
  { code: "610", name: "Accounts Receivable", type: "CURRENT", class: "ASSET", system: "DEBTORS" },
  {
    code: "800",
    name: "Accounts Payable",
    type: "CURRLIAB",
    class: "LIABILITY",
    system: "CREDITORS",
  },
  { code: "820", name: "GST", type: "CURRLIAB", class: "LIABILITY", system: "GST" },
  { code: "970", name: "Owner's Funds", type: "EQUITY", class: "EQUITY" },
];
