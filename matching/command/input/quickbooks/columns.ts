import { withoutCurrency } from "@/lib/tables/currencies";
import { TableError } from "@/lib/tables/errors";
import { type Header, tableHeader } from "@/lib/tables/header";
import type { Form, Table } from "../tables";
import {
  BY_CUSTOMER,
  bareWords,
  COLUMNS,
  CREDIT,
  DEBIT,
  LISTS_OF_PARTS,
  PART_COLUMNS,
  POSTING,
  TRANSACTION_LIST,
} from "./words";

const CANONICAL = new Map(
  Object.entries(COLUMNS).flatMap(([name, words]) =>
    words.map((word, rank) => [word, { name, rank }] as const),
  ),
);
const NEEDED = ["Date", "Transaction type", "Amount"];
const ADVICE =
  "A QuickBooks report in another language: set QuickBooks to English and export it again.";

/** Transaction List by Date or Customer, Deposit Detail and similar reports, exported as CSV. */
export const QUICKBOOKS_REPORT: Form = {
  name: "quickbooks",
  title: "a QuickBooks transaction list",
  needs: NEEDED.join(", "),
  nameOf,
  advice: ADVICE,
  isHeader(cells) {
    const found = new Set(cells.map(nameOf));
    const hasAmount = found.has("Amount") || cells.some((cell) => isOfParts(cell));
    return found.has("Date") && found.has("Transaction type") && hasAmount;
  },
};

/** Open Invoices and A/R Aging Detail. */
export const QUICKBOOKS_INVOICES: Form = {
  name: "quickbooks",
  title: "QuickBooks' report Open Invoices",
  needs: "Date, Num, Open balance",
  nameOf,
  isHeader(cells) {
    const found = new Set(cells.map(nameOf));
    return (
      found.has("Date") && found.has("Open balance") && (found.has("Num") || found.has("Due date"))
    );
  },
};

/** @throws TableError when the report does not list whole transactions */
export function quickBooksHeader({ header: { cells }, titles }: Table): Header {
  const isList = titles.some((title) => TRANSACTION_LIST.test(bareWords(title)));
  const title = titles.find((line) => LISTS_OF_PARTS.test(bareWords(line)));
  const isPart = (cell: string) => (isList ? PART_COLUMNS.has(bareWords(cell)) : isOfParts(cell));
  const part = cells.find(isPart);
  if (part !== undefined || title !== undefined) {
    const why = title === undefined ? `it has a column "${part}"` : `it is a "${title}"`;
    throw new TableError(
      `this report lists the parts of transactions (${why}), so a payment may be there several times; export "Transaction List by Date"`,
    );
  }
  return reportHeader(cells);
}

export function reportHeader(cells: string[]): Header {
  return tableHeader(cells, nameOf, (cell) => known(cell)?.rank ?? 0);
}

export function isByCustomer(titles: string[]): boolean {
  return titles.some((title) => BY_CUSTOMER.test(bareWords(title)));
}

function isOfParts(cell: string): boolean {
  const words = bareWords(cell);
  return PART_COLUMNS.has(words) || DEBIT.has(words) || CREDIT.has(words);
}

function nameOf(cell: string): string | null {
  const words = bareWords(cell);
  if (POSTING.test(words)) return "Posting";
  if (DEBIT.has(words)) return "Debit";
  if (CREDIT.has(words)) return "Credit";
  return known(cell)?.name ?? null;
}

function known(cell: string) {
  return CANONICAL.get(bareWords(cell)) ?? CANONICAL.get(bareWords(withoutCurrency(cell).name));
}
