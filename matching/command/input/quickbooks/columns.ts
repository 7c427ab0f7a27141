import type { CsvRow } from "../csv";
import { InputError } from "../errors";
import { type Header, headerOf } from "../records";
import type { Form } from "../tables";

/** QuickBooks' column names; they differ between reports, views and countries. */
const NAMES: Record<string, string[]> = {
  Date: ["date", "transaction date", "txn date"],
  "Transaction type": ["transaction type", "type", "txn type"],
  Amount: ["amount", "total", "total amount"],
  Num: ["num", "no.", "no", "number", "num.", "ref no.", "transaction number", "doc num"],
  Name: [
    ...["name", "customer", "customer full name", "full name", "client", "client full name"],
    ...["donor", "donor full name", "received from"],
  ],
  Memo: ["memo/description", "memo", "description"],
  Account: ["account", "account name", "account full name", "distribution account", "deposit to"],
  Split: ["split", "split account", "item split account"],
  Posting: ["posting", "posting (y/n)"],
  Currency: ["currency", "transaction currency"],
  "Foreign amount": ["foreign amount", "amount (foreign currency)"],
  Email: ["email", "customer email"],
};

const CANONICAL = new Map(
  Object.entries(NAMES).flatMap(([name, aliases]) =>
    aliases.map((alias) => [alias, name] as const),
  ),
);
const NEEDED = ["Date", "Transaction type", "Amount"];

/** Reports with these columns list the parts of a transaction, so a sale would appear several times. */
const OF_PARTS = /^(?:product\/service|product\/service full name|quantity|qty|debit|credit)$/;
const TITLES_OF_PARTS =
  /^(?:journal|general ledger|transaction detail by account|transaction list with splits)\b/i;

/** Transaction List by Date or Customer, Deposit Detail and similar reports, exported as CSV. */
export const QUICKBOOKS_REPORT: Form = {
  name: "quickbooks",
  title: "a QuickBooks transaction list",
  needs: NEEDED.join(", "),
  isHeader(cells) {
    const found = new Set(cells.map(nameOf));
    const hasAmount = found.has("Amount") || cells.some((cell) => OF_PARTS.test(normalized(cell)));
    return found.has("Date") && found.has("Transaction type") && hasAmount;
  },
};

/** @throws InputError when the report does not list whole transactions */
export function quickBooksHeader(file: string, row: CsvRow, titles: string[]): Header {
  const part = row.cells.find((cell) => OF_PARTS.test(normalized(cell)));
  const title = titles.find((line) => TITLES_OF_PARTS.test(line));
  if (part !== undefined || title !== undefined) {
    const why = title === undefined ? `it has a column "${part}"` : `it is a "${title}"`;
    throw new InputError(
      `${file}: this report lists the parts of transactions (${why}), so a payment may be there several times; export "Transaction List by Date"`,
    );
  }
  return headerOf(file, row, nameOf);
}

function nameOf(cell: string): string | null {
  return CANONICAL.get(normalized(cell)) ?? null;
}

function normalized(cell: string): string {
  return cell.toLowerCase().replace(/\s+/g, " ").replace(/^\*/, "").trim();
}
