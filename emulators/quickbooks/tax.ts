import { sumMinor } from "@/lib/money";
import { business } from "./faults";
import { demandListed } from "./listed";
import { minor } from "./money";
import type { Entity, Line, QuickBooksState, Ref } from "./state";

/** By which the service finds a sale's tax in the United States when a line is taxed. */
const AMERICAN_TAX_CODE = "2";

interface Taxed {
  ref: Ref | undefined;
  /** `GlobalTaxCalculation`, empty where it was left out. */
  calculation: string;
  /** `TaxApplicableOn`: which of a code's two lists of rates counts. */
  side?: "Sales" | "Purchase";
}

/** Books in the United States know TAX and NON; elsewhere a company has codes of its own. */
export function isAmerican(state: QuickBooksState): boolean {
  return state.entities.TaxCode.NON !== undefined;
}

/**
 * The rate that a line's code adds; undefined where it is not taxed. Outside the United States a line has a code
 * unless the transaction says "NotApplicable" (Intuit's reference of Deposit; quickbooks-online-mcp-server #94),
 * which a company may refuse.
 * @throws QuickBooksFault 6000 for a line without a code, 2500 or 610 for a code that can't be used.
 */
export function taxRate(state: QuickBooksState, { ref, calculation, side = "Sales" }: Taxed) {
  const american = isAmerican(state);
  const without = calculation === "NotApplicable" && !state.demandsTaxCodes;
  if (!american && !ref && !without) {
    throw business(
      `Make sure all your transactions have a ${taxName(state)} rate before you save.`,
    );
  }
  if (!ref) return undefined;
  const code = demandListed(state, "TaxCode", ref);
  if (american && ref.value !== "TAX" && ref.value !== "NON") {
    throw business("A line's tax code is TAX or NON.");
  }
  if (ref.value === "NON" || calculation === "NotApplicable") return undefined;
  const holder = american ? state.entities.TaxCode[AMERICAN_TAX_CODE] : code;
  const list = holder?.[`${side}TaxRateList`] as
    | { TaxRateDetail: { TaxRateRef: Ref }[] }
    | undefined;
  return state.entities.TaxRate[list?.TaxRateDetail[0]?.TaxRateRef.value ?? ""];
}

/**
 * The tax on top of a Deposit's direct lines, in minor units. Nothing where their amounts contain it, and none in
 * the United States, where `GlobalTaxCalculation` means nothing.
 * @throws QuickBooksFault as {@link taxRate}.
 */
export function depositTax(
  state: QuickBooksState,
  lines: readonly Line[],
  { calculation = "", currency }: { calculation: string | undefined; currency: string },
): number {
  if (isAmerican(state)) return 0;
  return sumMinor(
    lines.map((line) => {
      const detail = line.DepositLineDetail as
        | { TaxCodeRef?: Ref; TaxApplicableOn?: "Sales" | "Purchase" }
        | undefined;
      const { TaxCodeRef: ref, TaxApplicableOn: side = "Sales" } = detail ?? {};
      const rate: Entity | undefined = taxRate(state, { ref, calculation, side });
      if (calculation === "TaxInclusive" && state.depositAmounts !== "net") return 0;
      return Math.round((minor(line.Amount, currency) * Number(rate?.RateValue ?? 0)) / 100);
    }),
  );
}

function taxName(state: QuickBooksState): string {
  return Object.values(state.entities.CompanyInfo)[0]?.Country === "GB" ? "VAT" : "GST";
}
