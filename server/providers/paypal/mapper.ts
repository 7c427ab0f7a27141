import { MoneyError, parseDecimal } from "@/lib/money";
import { ProviderError } from "@/server/providers/errors";
import type { DetailedTransaction } from "@/server/providers/types";
import type { Detail, Details, Money } from "./schemas";

/** One row of the transaction search. @throws ProviderError for an amount that its currency can't have. */
export function toTransaction({
  transaction_info: info,
  payer_info: payer,
}: Detail): DetailedTransaction {
  const { transaction_id: id, transaction_event_code: kind, transaction_amount: amount } = info;
  const happenedAt = info.transaction_initiation_date;
  const currency = amount.currency_code;
  const key = [id, kind, happenedAt.toISOString(), currency, amount.value].join(" ");
  const balance = info.available_balance ?? info.ending_balance;
  const name = payer?.payer_name;
  const names = [
    name?.alternate_full_name,
    name?.full_name,
    [name?.given_name, name?.surname].filter(Boolean).join(" "),
  ].flatMap((text) => text?.trim() || []);
  const phone = payer?.phone_number;
  const kept: { [Key in keyof Details]: Details[Key] | undefined } = {
    name: names[0],
    names,
    email: payer?.email_address,
    phone: [phone?.country_code, phone?.national_number].filter(Boolean).join(" "),
    payerId: payer?.account_id,
    invoice: info.invoice_id,
    custom: info.custom_field,
    subject: info.transaction_subject,
    note: info.transaction_note,
    bankReference: info.bank_reference_id,
  };
  return {
    key,
    providerId: id || key.trim(),
    kind,
    status: info.transaction_status,
    currency,
    amount: minor(amount),
    // Of another currency, a fee or balance says nothing about this one.
    fee: info.fee_amount?.currency_code === currency ? minor(info.fee_amount) : 0,
    balance: balance?.currency_code === currency ? minor(balance) : null,
    happenedAt,
    changedAt: info.transaction_updated_date ?? null,
    reference: info.paypal_reference_id,
    details: Object.fromEntries(Object.entries(kept).filter(([, value]) => value?.length)),
  };
}

function minor({ value, currency_code: currency }: Money): number {
  try {
    return parseDecimal(value, currency);
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    const message = `an amount of ${value} ${currency} can't be read`;
    throw new ProviderError("paypal", "unavailable", message, { code: "unexpected_reply" });
  }
}
