import type { Dialect } from "@/lib/tables/dialect";
import type {
  AppliedInvoice,
  CustomerProfile,
  DepositInput,
  HistoryEntry,
  InvoiceInput,
  LineInput,
  PaymentInput,
} from "@/matching/engine/contract";
import { customerProfile, personName, topCustomer } from "@/matching/engine/customer-profile";
import { Fields } from "./input/fields";

/** Of the columns of a line, where a line is a row. */
export const LINE_PREFIX = "line_";

/** A deposit in our own file format, with or without its lines. @throws FieldError */
export function toDeposit(row: unknown, dialect: Dialect): DepositInput {
  const fields = Fields.of(row, dialect);
  const deposit = depositOf(fields);
  const lines = fields.list("lines");
  return { ...deposit, lines: lines?.map((line) => lineOf(line, deposit.currency)) };
}

/** One line as a separate CSV row. @throws FieldError */
export function toLine(row: unknown, currency: string, dialect: Dialect): LineInput {
  return lineOf(Fields.of(row, dialect, LINE_PREFIX), currency);
}

/** A payment with QuickBooks' own field names. @throws FieldError */
export function toPayment(row: unknown, dialect: Dialect): PaymentInput {
  return paymentOf(Fields.of(row, dialect));
}

/** An open invoice with QuickBooks' own field names. @throws FieldError */
export function toInvoice(row: unknown, dialect: Dialect): InvoiceInput {
  const fields = Fields.of(row, dialect);
  const currency = currencyOf(fields, "TotalAmt");
  const amount = fields.amount("TotalAmt", currency);
  const balance = fields.amount("Balance", currency);
  if (balance < 0) throw fields.error("Balance", "is negative");
  return {
    id: fields.id("Id"),
    ledgerId: fields.id("Id"),
    number: fields.ownText("DocNumber"),
    date: fields.date("TxnDate"),
    dueDate: fields.optionalDate("DueDate"),
    amount,
    balance,
    currency,
    customerName: fields.text("CustomerName") ?? within(fields, "CustomerRef", "name"),
    email: fields.text("Email") ?? within(fields, "BillEmail", "Address"),
    customer: paymentCustomer(fields),
    note: fields.text("PrivateNote"),
  };
}

const DECISIONS = ["confirmed", "dismissed", "undone"] as const;

/** @throws FieldError */
export function toHistoryEntry(row: unknown, dialect: Dialect): HistoryEntry {
  const entry = Fields.of(row, dialect);
  const deposit = depositOf(part(entry, "deposit"));
  const line = entry.object("line");
  return {
    decision: entry.oneOf("decision", DECISIONS),
    deposit,
    line: line && lineOf(line, deposit.currency),
    payment: paymentOf(part(entry, "payment")),
  };
}

function part(entry: Fields, name: string): Fields {
  const found = entry.object(name);
  if (!found) throw entry.error(name, "is missing");
  return found;
}

function depositOf(row: Fields): Omit<DepositInput, "lines"> {
  const currency = row.ownCurrency("currency") ?? row.currencyBeside("amount");
  return {
    id: row.id("id"),
    date: row.date("date"),
    amount: row.amount("amount", currency),
    currency,
    processor: row.text("processor"),
    description: row.text("description"),
    reference: row.ownText("reference"),
  };
}

function lineOf(row: Fields, currency: string): LineInput {
  const id = row.id("id");
  const date = row.date("date");
  const amount = row.amount("amount", currency);
  return {
    id,
    type: row.text("type") ?? (amount < 0 ? "refund" : "charge"),
    date,
    amount,
    fee: row.optionalAmount("fee", currency),
    net: row.optionalAmount("net", currency),
    description: row.text("description"),
    entity: row.text("entity"),
    email: row.text("email"),
    customer: lineCustomer(row.object("customer")),
    reference: row.ownText("reference"),
    ...paidIn(row.object("paid")),
  };
}

/** What the customer paid, where the processor converted it. */
function paidIn(paid: Fields | undefined): Pick<LineInput, "paid"> {
  if (!paid) return {};
  const currency = paid.currency("currency", "");
  if (currency === "") throw paid.error("currency", "is missing");
  return { paid: { amount: paid.amount("amount", currency), currency } };
}

function lineCustomer(customer: Fields | undefined): CustomerProfile | undefined {
  if (!customer) return undefined;
  const profile = customerProfile({
    id: customer.text("id"),
    names: customer.texts("names"),
    parent: customer.text("parent"),
    emails: customer.texts("emails"),
    phones: customer.texts("phones"),
  });
  return profile ?? undefined;
}

/** QuickBooks' fields of a customer; those of an object as object or as column "CustomerRef.value". */
function paymentCustomer(row: Fields): CustomerProfile | undefined {
  const id = within(row, "CustomerRef", "value");
  const company = row.text("CompanyName");
  const person = personName(row.text("GivenName"), row.text("FamilyName"));
  const onChecks = row.text("PrintOnCheckName");
  const parent = topCustomer(row.text("FullyQualifiedName")) ?? within(row, "ParentRef", "name");
  const email = within(row, "PrimaryEmailAddr", "Address");
  const phone = within(row, "PrimaryPhone", "FreeFormNumber");
  const mobile = within(row, "Mobile", "FreeFormNumber");
  const nothing = !(id || company || person || onChecks || parent || email || phone || mobile);
  // Most files have none of it, and a million rows.
  if (nothing) return undefined;
  const names = [company, person, onChecks];
  const phones = [phone, mobile];
  return customerProfile({ id, names, parent, emails: [email], phones }) ?? undefined;
}

function paymentOf(row: Fields): PaymentInput {
  const currency = currencyOf(row, "TotalAmt");
  return {
    id: row.id("Id"),
    date: row.date("TxnDate"),
    amount: row.amount("TotalAmt", currency),
    currency,
    customerName: row.text("CustomerName"),
    email: row.text("Email"),
    customer: paymentCustomer(row),
    reference: row.ownText("PaymentRefNum"),
    note: row.text("PrivateNote"),
    type: row.text("TxnType"),
    method: within(row, "PaymentMethodRef", "name"),
    appliedTo: appliedTo(row),
  };
}

/** As QuickBooks' API has it; a file without lines doesn't say. */
function appliedTo(row: Fields): AppliedInvoice[] | undefined {
  return row
    .listIfAny("Line")
    ?.flatMap((line) =>
      (line.listIfAny("LinkedTxn") ?? []).flatMap((link) =>
        link.text("TxnType") === "Invoice" ? { id: link.text("TxnId") } : [],
      ),
    );
}

/** Our column, QuickBooks' object or a column of its name, or what is written beside the amount. */
function currencyOf(row: Fields, amount: string): string {
  return (
    row.ownCurrency("currency") ??
    row.object("CurrencyRef")?.ownCurrency("value") ??
    row.ownCurrency("CurrencyRef.value") ??
    row.currencyBeside(amount)
  );
}

/** A field of an object, as object or as column "CustomerRef.value". */
function within(row: Fields, object: string, name: string): string | undefined {
  return row.text(`${object}.${name}`) ?? row.object(object)?.text(name);
}
