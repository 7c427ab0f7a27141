import { wireDecimal } from "./money";
import type { Books } from "./state";
import { wireDate, wireTime } from "./wire";

const COUNTRY_CODES = { NZ: "NZ", UK: "GB", AU: "AU", US: "US" };

/** What is no document: the lists that a company sets up once, and the organisation. */
export const SETTINGS: Record<string, (books: Books) => object[]> = {
  Organisation: (books) => [organisation(books)],
  TaxRates: (books) => books.taxRates.map((rate) => taxRate(books, rate)),
  TrackingCategories: (books) =>
    books.tracking.map(({ id, name, options }) => ({
      Name: name,
      Status: "ACTIVE",
      TrackingCategoryID: id,
      Options: options.map((option) => ({
        TrackingOptionID: option.id,
        Name: option.name,
        Status: "ACTIVE",
      })),
    })),
  Currencies: ({ currencies, baseCurrency, behaviour }) =>
    (behaviour.multicurrency ? currencies : [baseCurrency]).map((code) => ({
      Code: code,
      Description: new Intl.DisplayNames("en", { type: "currency" }).of(code),
    })),
};

/** `GET /Organisation/Actions`: what the user may do. */
export function actions({ behaviour }: Books) {
  const allowed = {
    CreateDraftInvoice: true,
    CreateApprovedInvoice: true,
    CreateInvoicePayment: true,
    UseMulticurrency: behaviour.multicurrency,
    PublishToLockedPeriod: behaviour.adviser,
  };
  return Object.entries(allowed).map(([Name, may]) => ({
    Name,
    Status: may ? "ALLOWED" : "NOT-ALLOWED",
  }));
}

function organisation(books: Books) {
  const { periodLockDate, endOfYearLockDate } = books;
  return {
    OrganisationID: books.organisationId,
    Name: books.name,
    LegalName: books.name,
    PaysTax: true,
    Version: books.country,
    OrganisationType: "COMPANY",
    OrganisationEntityType: "COMPANY",
    BaseCurrency: books.baseCurrency,
    CountryCode: COUNTRY_CODES[books.country],
    IsDemoCompany: false,
    OrganisationStatus: "ACTIVE",
    FinancialYearEndDay: 31,
    FinancialYearEndMonth: 3,
    SalesTaxBasis: "ACCRUALS",
    SalesTaxPeriod: "TWOMONTHS",
    DefaultSalesTax: "Tax Exclusive",
    DefaultPurchasesTax: "Tax Exclusive",
    ...(periodLockDate ? { PeriodLockDate: wireDate(books, periodLockDate) } : {}),
    ...(endOfYearLockDate ? { EndOfYearLockDate: wireDate(books, endOfYearLockDate) } : {}),
    CreatedDateUTC: wireTime(books, books.founded),
    Timezone: books.timezone,
    ShortCode: `!${books.organisationId.slice(0, 5)}`,
    Class: "PREMIUM",
    Edition: "BUSINESS",
    Addresses: [],
    Phones: [],
    ExternalLinks: [],
    PaymentTerms: {},
  };
}

function taxRate(books: Books, { type, name, rate, appliesTo }: Books["taxRates"][number]) {
  const mayApply = Object.entries({
    CanApplyToAssets: "ASSET",
    CanApplyToEquity: "EQUITY",
    CanApplyToExpenses: "EXPENSE",
    CanApplyToLiabilities: "LIABILITY",
    CanApplyToRevenue: "REVENUE",
  }).map(([field, accountClass]) => [field, appliesTo.includes(accountClass)] as const);
  const components = [{ Name: "GST", Rate: rate, IsCompound: false, IsNonRecoverable: false }];
  return {
    Name: name,
    TaxType: type,
    ReportTaxType: type.replace(/2$/, ""),
    ...Object.fromEntries(mayApply),
    DisplayTaxRate: wireDecimal(books, rate),
    EffectiveRate: wireDecimal(books, rate),
    Status: "ACTIVE",
    TaxComponents: components,
  };
}
