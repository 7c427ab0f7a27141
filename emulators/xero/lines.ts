import { sumMinor, toDecimal } from "@/lib/money";
import { CHARTS } from "./charts";
import { archived, findAccount } from "./guards";
import type { LineInput } from "./inputs";
import { lineTotal, minor, roundedUnit, taxOf } from "./money";
import { invalid } from "./refusals";
import { type Account, type AmountTypes, type Desk, type Line, mintUuid } from "./state";

interface LinesOf {
  currency: string;
  amountTypes: AmountTypes;
  /** Decimals of unit amounts. */
  unitPlaces: 2 | 4;
  /** Money spent or received has no empty lines; an invoice may. */
  empty: "taken" | "refused";
}

/**
 * Lines as Xero completes them: without a tax type they take their account's, and tax is computed and rounded per line.
 * @throws XeroRefusal with the messages of all lines
 */
export function completedLines(desk: Desk, given: readonly LineInput[], about: LinesOf): Line[] {
  if (given.length === 0) throw invalid("One or more line items must be specified");
  const problems: string[] = [];
  const lines = given.map((line) => completedLine(desk, line, about, problems));
  if (problems.length > 0) throw invalid(...new Set(problems));
  return lines;
}

function completedLine(desk: Desk, given: LineInput, about: LinesOf, problems: string[]): Line {
  const { currency, amountTypes, unitPlaces, empty } = about;
  const quantity = Number(given.Quantity ?? 1);
  const unitAmount = roundedUnit(
    Number(given.UnitAmount ?? Number(given.LineAmount ?? 0) / (quantity || 1)),
    unitPlaces,
  );
  const amount = lineTotal(quantity, unitAmount, currency);
  if (!given.Description?.trim()) problems.push("Description is required for each line item");
  if (quantity <= 0) problems.push("The quantity of a line item must be greater than zero");
  if (amount === 0 && empty === "refused") problems.push("The amount of a line item can't be zero");
  if (given.LineAmount !== undefined && minor(given.LineAmount, currency) !== amount) {
    problems.push(
      `The line total ${given.LineAmount} does not match the expected line total ${toDecimal(amount, currency)}`,
    );
  }
  const account = lineAccount(desk, given, problems);
  const taxType =
    amountTypes === "NoTax"
      ? CHARTS[desk.books.country].none
      : (given.TaxType ?? account?.taxType ?? "");
  const rate = desk.books.taxRates.find(({ type }) => type === taxType);
  if (account && !rate?.appliesTo.includes(account.class)) {
    const code = account.code ?? account.name;
    problems.push(`The TaxType code '${taxType}' cannot be used with account code '${code}'.`);
  }
  const tax =
    given.TaxAmount !== undefined && amountTypes !== "NoTax"
      ? minor(given.TaxAmount, currency)
      : taxOf(amount, rate?.rate ?? 0, amountTypes);
  return {
    id: given.LineItemID ?? mintUuid(desk.state),
    ...(given.Description ? { description: given.Description } : {}),
    quantity,
    unitAmount,
    account: account?.id ?? "",
    taxType,
    tax,
    amount,
    tracking: tracked(desk, given.Tracking ?? [], problems),
  };
}

/** No bank account, and none of receivables and payables. */
function lineAccount(
  { books }: Desk,
  { AccountID, AccountCode }: LineInput,
  problems: string[],
): Account | undefined {
  const account = findAccount(books, { AccountID, Code: AccountCode });
  const code = AccountCode ?? account?.code ?? AccountID ?? "";
  const isControl = account?.system === "DEBTORS" || account?.system === "CREDITORS";
  if (!account || account.type === "BANK" || isControl) {
    problems.push(`Account code '${code}' is not a valid code for this document.`);
  } else if (account.status !== "ACTIVE") problems.push(archived(code));
  return account;
}

function tracked(
  { books }: Desk,
  given: NonNullable<LineInput["Tracking"]>,
  problems: string[],
): Line["tracking"] {
  if (given.length > 2) problems.push("A line item can have at most two tracking categories");
  return given.flatMap(({ TrackingCategoryID, TrackingOptionID, Name, Option }) => {
    const category = books.tracking.find(({ id, name }) =>
      TrackingCategoryID ? id === TrackingCategoryID : name === Name,
    );
    const option = category?.options.find(({ id, name }) =>
      TrackingOptionID ? id === TrackingOptionID : name === Option,
    );
    if (category && option) return [{ category: category.id, option: option.id }];
    problems.push("The tracking category or option could not be found");
    return [];
  });
}

export interface Totals {
  subTotal: number;
  tax: number;
  total: number;
}

/** A document's totals in minor units. */
export function totalsOf(document: { lines: readonly Line[]; amountTypes: AmountTypes }): Totals {
  const amount = sumMinor(document.lines.map((line) => line.amount));
  const tax = sumMinor(document.lines.map((line) => line.tax));
  return document.amountTypes === "Inclusive"
    ? { subTotal: amount - tax, tax, total: amount }
    : { subTotal: amount, tax, total: amount + tax };
}
