import {
  distinctNumbers,
  type FieldNumber,
  numbersInText,
  numbersOfMetadata,
} from "@/lib/shop-numbers";
import { type CustomerProfile, customerProfile } from "@/matching/engine/customer-profile";
import type { BalanceTransaction } from "@/server/providers/stripe/schemas";

type Source = Exclude<BalanceTransaction["source"], string | null | undefined>;
type Charge = Exclude<Source["charge"], string | null | undefined>;
type Payer = Source | Charge;

const NAME_KEYS = /^(customer|client|company|buyer|payer|donor|full|billing)?[_ -]?name$/i;
const EMAIL_KEYS = /e[_-]?mail$/i;
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

/** Every id that a bookkeeper may have recorded: the transaction, its charge, refund or dispute, the payment intent. */
export function references(entry: BalanceTransaction): string {
  const ids: (string | null | undefined)[] = [entry.id, idIn(entry.source), chargeOf(entry)];
  ids.push(...payers(entry).map(({ payment_intent }) => payment_intent));
  return [...new Set(ids.filter(Boolean))].join(" ");
}

/** Stripe's own number of a receipt: the books have it where they record what the customer was sent. */
const RECEIPT_NUMBER = "receipt_number";
const CHARGE_ID = /^(?:ch|py)_/;

/** The charge that an entry belongs to; empty where there is none. */
export function chargeOf({ source }: BalanceTransaction): string {
  const own = idIn(source);
  const charge = typeof source === "object" ? idIn(source?.charge) : undefined;
  return charge ?? (own !== undefined && CHARGE_ID.test(own) ? own : "");
}

/** The shop's own numbers: in metadata and descriptions, and on the receipt that Stripe sent. */
export function shopNumbers(entry: BalanceTransaction): FieldNumber[] {
  const found = payers(entry).flatMap((payer) => {
    const own = "object" in payer && payer.object !== "charge" ? `${payer.object}.` : "";
    const { metadata, description, receipt_number } = payer;
    return [
      ...Object.entries(metadata ?? {}).flatMap(([key, value]) =>
        inField(`${own}metadata.${key}`, numbersOfMetadata(key, value)),
      ),
      ...inField(`${own}description`, numbersInText(description)),
      ...inField(own + RECEIPT_NUMBER, receipt_number ? [receipt_number] : []),
    ];
  });
  return distinctNumbers([...found, ...inField("description", numbersInText(entry.description))]);
}

function inField(field: string, values: readonly string[]): FieldNumber[] {
  return values.map((value) => ({ field, value }));
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
  if (shopNumbers(entry).some(({ field }) => field !== RECEIPT_NUMBER)) return undefined;
  return payers(entry).some(({ customer }) => customer) ? intentOf(entry) : undefined;
}

/** The id of an object, expanded or not. */
export function idIn(value: string | { id: string } | null | undefined): string | undefined {
  return typeof value === "string" ? value : value?.id;
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
