import { toDecimal } from "@/lib/money";
import type { Chained } from "./book";
import type { Payer, PayPalRow } from "./state";

/** What `fields` can name. */
export const FIELDS = [
  "transaction_info",
  "payer_info",
  "shipping_info",
  "cart_info",
  "store_info",
  "auction_info",
  "incentive_info",
] as const;
export type Field = (typeof FIELDS)[number];

interface Shown {
  fields: readonly Field[];
  /** Any filter empties the ending balance. */
  filtered: boolean;
  time: (at: number) => string;
}

/** One entry of `transaction_details`. */
export function detailView(entry: Chained, { fields, filtered, time }: Shown): object {
  const { row } = entry;
  const parts: Record<Field, () => object> = {
    transaction_info: () => transactionInfo(entry, filtered, time),
    payer_info: () => payerInfo(row.payer),
    shipping_info: () => (row.payer?.name ? { name: plain(row.payer.name) } : {}),
    cart_info: () => cartInfo(row),
    store_info: () => ({}),
    auction_info: () => ({}),
    incentive_info: () => ({}),
  };
  return Object.fromEntries(fields.map((field) => [field, parts[field]()]));
}

export function money(currency_code: string, minor: number) {
  return { currency_code, value: toDecimal(minor, currency_code) };
}

function transactionInfo(
  { row, balance }: Chained,
  filtered: boolean,
  time: (at: number) => string,
): object {
  const { currency, payer } = row;
  const after = money(currency, balance);
  return {
    ...(payer && { paypal_account_id: accountIdOf(payer) }),
    transaction_id: row.id,
    ...(row.reference && {
      paypal_reference_id: row.reference.id,
      paypal_reference_id_type: row.reference.type,
    }),
    transaction_event_code: row.code,
    transaction_initiation_date: time(row.at),
    transaction_updated_date: time(row.updated),
    transaction_amount: money(currency, row.amount),
    ...(row.fee !== undefined && { fee_amount: money(currency, row.fee) }),
    transaction_status: row.status,
    ...(row.subject && { transaction_subject: row.subject }),
    ...(row.note && { transaction_note: row.note }),
    ...(row.bankReference && { bank_reference_id: row.bankReference }),
    ...(!filtered && { ending_balance: after }),
    available_balance: after,
    ...(row.invoice && { invoice_id: row.invoice }),
    ...(row.custom && { custom_field: row.custom }),
    protection_eligibility: row.code.startsWith("T00") && row.amount > 0 ? "01" : "02",
  };
}

function payerInfo(payer: Payer | undefined): object {
  if (!payer) return { address_status: "N", payer_name: {} };
  const [given_name = "", ...rest] = (payer.name ?? "").split(" ");
  const surname = rest.join(" ");
  return {
    account_id: accountIdOf(payer),
    ...(payer.email && { email_address: payer.email }),
    address_status: "N",
    payer_status: "Y",
    payer_name: payer.name
      ? { given_name, ...(surname && { surname }), alternate_full_name: payer.name }
      : {},
    ...(payer.country && { country_code: payer.country }),
  };
}

function cartInfo({ invoice, subject, currency, amount }: PayPalRow): object {
  if (!invoice || amount <= 0) return {};
  const price = money(currency, amount);
  const item = {
    ...(subject && { item_name: subject }),
    item_quantity: "1",
    item_unit_price: price,
    item_amount: price,
    total_item_amount: price,
    invoice_number: invoice,
  };
  return { item_details: [item], paypal_invoice_id: invoice };
}

/** The payer's own account, the same for the same name and email. */
function accountIdOf({ name = "", email = "" }: Payer): string {
  let hash = 7;
  for (const character of name + email) {
    hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 2_147_483_647;
  }
  return `${hash.toString(36)}${(hash * 7).toString(36)}`.toUpperCase().slice(0, 13);
}

/** Names of shipments keep to the document's letters. */
function plain(name: string): string {
  return name.normalize("NFD").replace(/[^a-zA-Z0-9_'\-., ":;!?]/g, "") || "Customer";
}
