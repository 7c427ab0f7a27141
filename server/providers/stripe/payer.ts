import { type CustomerProfile, customerProfile } from "@/matching/engine/customer-profile";
import type { BalanceTransaction } from "@/server/providers/stripe/schemas";

type Source = Exclude<BalanceTransaction["source"], string | null | undefined>;
type Charge = Exclude<Source["charge"], string | null | undefined>;
type Payer = Source | Charge;

const NAME_KEYS = /^(customer|client|company|buyer|payer|donor|full|billing)?[_ -]?name$/i;
const EMAIL_KEYS = /e[_-]?mail$/i;
const NUMBER_WORDS = new Set(
  "invoice inv order bill receipt quote estimate booking document reference ref po".split(" "),
);
const NUMBER_IN_TEXT =
  /(?:\b(?:invoice|inv|order|ord|bill|receipt|quote|ref|reference|no|nr)\b[\s.:#]+|#)((?:[a-z]{1,6}[-/])*\d[\w/-]*)/gi;
const CODE_IN_TEXT = /\b[A-Z]{1,6}-\d[\w-]*/g;

/** The movement's own facts first, then those of the charge behind a refund or dispute. */
function payers(entry: BalanceTransaction): Payer[] {
  const { source } = entry;
  if (typeof source !== "object" || source === null) return [];
  const { charge } = source;
  return typeof charge === "object" && charge !== null ? [source, charge] : [source];
}

export function customerName(entry: BalanceTransaction): string {
  return firstOf(payers(entry), (payer) => [
    payer.billing_details?.name,
    customerOf(payer)?.name,
    payer.shipping?.name,
    metadataValue(payer, NAME_KEYS),
    metadataValue({ metadata: customerOf(payer)?.metadata }, NAME_KEYS),
  ]);
}

export function customerEmail(entry: BalanceTransaction): string {
  return firstOf(payers(entry), (payer) => [
    payer.billing_details?.email,
    payer.receipt_email,
    customerOf(payer)?.email,
    metadataValue(payer, EMAIL_KEYS),
  ]);
}

/** Everything known of who paid, and of the customer in Stripe. Recipients of parcels are others. */
export function payerProfile(entry: BalanceTransaction): CustomerProfile | null {
  const found = payers(entry);
  return customerProfile({
    id: found.map(({ customer }) => idIn(customer)).find(Boolean),
    names: found.flatMap((payer) => [
      payer.billing_details?.name,
      payer.payment_method_details?.card_present?.cardholder_name,
      payer.payment_method_details?.interac_present?.cardholder_name,
      customerOf(payer)?.name,
    ]),
    emails: found.flatMap((payer) => [
      payer.billing_details?.email,
      payer.receipt_email,
      customerOf(payer)?.email,
    ]),
    phones: found.flatMap((payer) => [payer.billing_details?.phone, customerOf(payer)?.phone]),
  });
}

/**
 * Every id and number that a bookkeeper may have recorded: the transaction, its charge, refund or
 * dispute, the payment intent, and invoice or order numbers from metadata and descriptions.
 */
export function references(entry: BalanceTransaction): string {
  const { source } = entry;
  const ids: (string | null | undefined)[] = [entry.id, idIn(source)];
  if (typeof source === "object") ids.push(idIn(source?.charge));
  ids.push(...payers(entry).flatMap((payer) => [payer.payment_intent, payer.receipt_number]));
  return [...new Set([...ids, ...shopNumbers(entry)].filter(Boolean))].join(" ");
}

/** Numbers of the shop's own: of invoices and orders, in metadata and descriptions. */
function shopNumbers(entry: BalanceTransaction): string[] {
  const found: string[] = [];
  for (const payer of payers(entry)) {
    for (const [key, value] of Object.entries(payer.metadata ?? {})) {
      if (namesNumber(key) && /^\S{1,64}$/.test(value.trim())) found.push(value.trim());
      else found.push(...numbersIn(value));
    }
    found.push(...numbersIn(payer.description));
  }
  return [...found, ...numbersIn(entry.description)];
}

/** The payment intent behind an entry. */
export function intentOf(entry: BalanceTransaction): string | undefined {
  return payers(entry).find(({ payment_intent }) => payment_intent)?.payment_intent ?? undefined;
}

/**
 * The payment intent whose invoice may be asked for: of a Stripe customer, since Billing has one for each invoice,
 * and without a number of the shop's own.
 */
export function intentWithoutNumber(entry: BalanceTransaction): string | undefined {
  if (shopNumbers(entry).length > 0) return undefined;
  return payers(entry).some(({ customer }) => customer) ? intentOf(entry) : undefined;
}

// "order_id", "invoiceNumber", "PO"; but not "phone_number".
function namesNumber(key: string): boolean {
  const parts = key
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z]+/);
  return parts.some((part) => NUMBER_WORDS.has(part));
}

/** The id of an object, expanded or not. */
export function idIn(value: string | { id: string } | null | undefined): string | undefined {
  return typeof value === "string" ? value : value?.id;
}

function numbersIn(text: string | null | undefined): string[] {
  if (!text) return [];
  const named = [...text.matchAll(NUMBER_IN_TEXT)].map(([, number]) => number ?? "");
  return [...named, ...(text.match(CODE_IN_TEXT) ?? [])];
}

function customerOf(payer: Pick<Payer, "customer">) {
  return typeof payer.customer === "object" ? payer.customer : undefined;
}

function metadataValue(payer: Pick<Payer, "metadata">, keys: RegExp): string | undefined {
  return Object.entries(payer.metadata ?? {}).find(([key]) => keys.test(key))?.[1];
}

function firstOf(
  payers: Payer[],
  candidates: (payer: Payer) => (string | null | undefined)[],
): string {
  for (const payer of payers) {
    for (const candidate of candidates(payer)) if (candidate?.trim()) return candidate.trim();
  }
  return "";
}
