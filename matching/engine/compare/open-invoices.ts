import { append } from "../collections/append";
import type { InvoiceInput } from "../contract";
import {
  INVOICE_MATCH_WEIGHTS,
  INVOICE_WINDOW,
  type InvoiceLevel,
  NAMED_WEIGHT,
  type ReferenceLevel,
} from "../parameters";
import { literalKey, numberKeys, type OpenInvoice } from "../records/open-invoices";
import { referenceKeysOf } from "../records/record-references";
import type { LedgerRow, PayoutItem } from "../records/records";
import type { StringTable } from "../text/string-table";
import type { CustomerComparer } from "./customers";

/** What the open invoices say of a pair, and the invoice that does. */
export interface InvoiceComparison {
  level: InvoiceLevel;
  invoice: InvoiceInput | null;
}

/** An open invoice that a charge may be the payment of. */
interface Claim {
  open: OpenInvoice;
  /** The charge has its number; otherwise the same customer and its whole balance. */
  isNamed: boolean;
  /** A short number alone may be any number: it counts among records of the invoice's customer. */
  isSure: boolean;
}

/** The reference that a charge and a payment share. */
interface Shared {
  level: ReferenceLevel;
  weight: number;
}

const NOTHING: InvoiceComparison = { level: "unknown", invoice: null };
const NO_CLAIMS: readonly Claim[] = [];
/** More open invoices of one balance tell no charge apart. */
const MAX_FITTING = 32;
/** From this match weight on, in bits, a shared number is that of the payment. */
const PROVING_REFERENCE_WEIGHT = 5;
/** Characters from which on a number is hardly another thing's. */
const LONG_NUMBER = 5;
/** Keys by item, which are read once. */
const keysOfItems = new WeakMap<PayoutItem, readonly string[]>();

/**
 * Open invoices as evidence against payments: where a charge names an invoice that is open, or has the customer and the
 * whole balance of one, a payment that is applied to something else is another one.
 */
export class OpenInvoices {
  private readonly byKey = new Map<string, OpenInvoice[]>();
  private readonly byBalance = new Map<string, OpenInvoice[]>();
  private readonly claims = new WeakMap<PayoutItem, readonly Claim[]>();

  constructor(
    readonly all: readonly OpenInvoice[],
    private readonly customers: CustomerComparer,
    private readonly strings: StringTable,
  ) {
    for (const open of all) {
      for (const key of open.keys) append(this.byKey, key, open);
      append(this.byBalance, balanceKey(open.row), open);
    }
  }

  /** @param shared the reference that both have */
  compare(item: PayoutItem, row: LedgerRow, shared: Shared): InvoiceComparison {
    if (this.all.length === 0 || item.gross <= 0 || shared.level === "processor_id") return NOTHING;
    const claims = this.claimsOf(item).filter(
      ({ isSure, open }) => isSure || this.isSameCustomer(row, open.row),
    );
    for (const { open } of claims) {
      if (!this.isApplied(row, open)) continue;
      const level = shared.weight > 0 ? "unknown" : "applied_to_named";
      return { level, invoice: open.invoice };
    }
    const found = claims.map((claim) => this.against(row, claim, shared));
    if (!claims.some(({ isNamed }) => isNamed)) found.push(...this.ofRow(item, row, shared));
    return found.reduce(
      (a, b) => (INVOICE_MATCH_WEIGHTS[b.level] < INVOICE_MATCH_WEIGHTS[a.level] ? b : a),
      NOTHING,
    );
  }

  /** What speaks against a set: an item that no payment of the set answers for. Bits, 0 or below. */
  weightOfSet(items: readonly PayoutItem[], rows: readonly LedgerRow[]): number {
    if (this.all.length === 0) return 0;
    let weight = 0;
    for (const item of items) {
      const none = { level: "unknown", weight: 0 } as const;
      const found = rows.map((row) => INVOICE_MATCH_WEIGHTS[this.compare(item, row, none).level]);
      weight += Math.min(0, Math.max(...found));
    }
    return weight;
  }

  /** Whether one of these invoices could be that of a charge: what a change of them may touch. */
  concerns(item: PayoutItem): boolean {
    return (
      this.byBalance.has(balanceKey(ofItem(item))) ||
      keysOf(item).some((key) => this.byKey.has(key))
    );
  }

  private claimsOf(item: PayoutItem): readonly Claim[] {
    const known = this.claims.get(item);
    if (known) return known;
    const named = new Set(keysOf(item).flatMap((key) => this.byKey.get(key) ?? []));
    const found = [...named].flatMap((open) => this.namedClaim(item, open) ?? []);
    const claims = found.length > 0 ? found : this.fittingClaims(item);
    this.claims.set(item, claims.length > 0 ? claims : NO_CLAIMS);
    return claims;
  }

  /** Null where the number is another customer's invoice, and the balance another amount. */
  private namedClaim(item: PayoutItem, open: OpenInvoice): Claim | null {
    if (open.row.currency !== item.currency) return null;
    if (!isInTime(item, open.row, Number.POSITIVE_INFINITY)) return null;
    const { weight } = this.customers.compare(item, open.row);
    const isWhole = open.row.amount === item.gross;
    if (weight < 0 && !isWhole) return null;
    const isLong = (open.invoice.number?.length ?? 0) >= LONG_NUMBER;
    return { open, isNamed: true, isSure: isLong || isWhole || weight >= NAMED_WEIGHT };
  }

  private fittingClaims(item: PayoutItem): Claim[] {
    if (!item.line) return [];
    const fitting = (this.byBalance.get(balanceKey(ofItem(item))) ?? []).filter(({ row }) =>
      isInTime(item, row, INVOICE_WINDOW.before),
    );
    return fitting
      .filter(({ row }) =>
        fitting.length > MAX_FITTING
          ? this.isSameCustomer(item, row)
          : this.customers.compare(item, row).weight >= NAMED_WEIGHT,
      )
      .map((open) => ({ open, isNamed: false, isSure: true }));
  }

  /** An invoice of the payment's own customer, and of the charge's amount, fits as well. */
  private ofRow(item: PayoutItem, row: LedgerRow, shared: Shared): InvoiceComparison[] {
    if (!item.line) return [];
    const fitting = this.byBalance.get(balanceKey(ofItem(item))) ?? [];
    return fitting
      .filter(
        (open) =>
          isInTime(item, open.row, INVOICE_WINDOW.before) && this.isSameCustomer(row, open.row),
      )
      .map((open) =>
        this.isApplied(row, open)
          ? NOTHING
          : this.against(row, { open, isNamed: false, isSure: true }, shared),
      );
  }

  private against(row: LedgerRow, { open, isNamed }: Claim, shared: Shared): InvoiceComparison {
    const { invoice } = open;
    const { appliedTo } = row.payment;
    const isElsewhere = appliedTo !== undefined && appliedTo.length > 0;
    if (shared.weight >= PROVING_REFERENCE_WEIGHT && shared.level !== "unproved_number") {
      return isElsewhere && isNamed ? { level: "fits_elsewhere", invoice } : NOTHING;
    }
    if (isElsewhere) return { level: isNamed ? "applied_elsewhere" : "fits_elsewhere", invoice };
    if (this.isOtherCustomer(row, open.row)) return { level: "open_of_another", invoice };
    // Recorded, and not applied yet: it may well be the invoice's payment.
    if (appliedTo) return NOTHING;
    if (!isNamed) return { level: "fits_open", invoice };
    const isPartOfPaid = invoice.amount - invoice.balance >= row.amount;
    return isPartOfPaid ? NOTHING : { level: "named_open", invoice };
  }

  /** The books apply it to the invoice; or don't say, and it has the invoice's number. */
  private isApplied({ payment, references }: LedgerRow, { invoice, keys }: OpenInvoice): boolean {
    const { appliedTo = [] } = payment;
    for (const { id, number } of appliedTo) {
      if (id !== undefined && id === invoice.ledgerId) return true;
      if (number && number.trim().toLowerCase() === invoice.number?.trim().toLowerCase()) {
        return true;
      }
      if (numberKeys(number).some((key) => keys.includes(key))) return true;
    }
    if (appliedTo.length > 0) return false;
    return references.some((id) => keys.includes(this.strings.referenceKeys[id] ?? ""));
  }

  private isSameCustomer(one: Customer, other: Customer): boolean {
    if (one.customer?.id && one.customer.id === other.customer?.id) return true;
    if (one.email !== "" && one.email === other.email) return true;
    const name = this.strings.form(one.name)?.key;
    return name !== undefined && name === this.strings.form(other.name)?.key;
  }

  private isOtherCustomer(one: LedgerRow, other: LedgerRow): boolean {
    const areNamed = this.strings.form(one.name) && this.strings.form(other.name);
    return areNamed !== undefined && !this.isSameCustomer(one, other);
  }
}

type Customer = Pick<LedgerRow, "name" | "email" | "customer">;

/** Whether an open invoice speaks against a pair. */
export function isAgainst(level: InvoiceLevel): boolean {
  return INVOICE_MATCH_WEIGHTS[level] < 0;
}

function isInTime(item: PayoutItem, { day }: LedgerRow, before: number): boolean {
  const lag = day - item.day;
  return lag >= -before && lag <= INVOICE_WINDOW.after;
}

function keysOf(item: PayoutItem): readonly string[] {
  let keys = keysOfItems.get(item);
  if (!keys) {
    keys = [...referenceKeysOf(item.deposit, item.line), ...literalKeysOf(item)];
    keysOfItems.set(item, keys);
  }
  return keys;
}

/** Numbers as they are written: "2026-0311" may be read as a date. */
function literalKeysOf({ line, deposit }: PayoutItem): string[] {
  const { reference = "", description = "" } = line ?? deposit;
  const words = `${reference} ${description}`.split(/[\s,;:()]+/).filter((word) => /\d/.test(word));
  const numbers = (line?.numbers ?? []).map(({ value }) => value);
  return [...words.filter(({ length }) => length >= LONG_NUMBER), ...numbers].map(literalKey);
}

function ofItem({ currency, gross }: PayoutItem): Pick<LedgerRow, "currency" | "amount"> {
  return { currency, amount: gross };
}

function balanceKey({ currency, amount }: Pick<LedgerRow, "currency" | "amount">): string {
  return `${currency} ${amount}`;
}
