import { kindName } from "@/components/books/kind-name";
import type { EntryOf } from "@/components/deposits/choices/entries";
import { formatAmount } from "@/lib/format";
import { parseDecimal } from "@/lib/money";

type Chosen = Pick<EntryOf<"chosen">, "match" | "planned">;

/** For the user: what was chosen. "Sales receipt for Anna Li, created when this deposit is posted" */
export function chosenText({ match, planned }: Chosen): string {
  const [payment] = match.payments;
  if (!payment) return match.booked ? `Booked to ${match.booked.account}` : "";
  const { kind, CustomerName, number } = payment;
  const name = kindName(kind);
  if (planned === null) {
    if (match.payments.length > 1) return `Matched to ${match.payments.length} payments`;
    return `Matched to ${name.toLowerCase()} ${number}${CustomerName && ` of ${CustomerName}`}`;
  }
  const on = invoicesText(planned.invoices.map(({ number }) => number));
  const what = on
    ? `${name}${CustomerName && ` from ${CustomerName}`} on ${on}`
    : `${name}${CustomerName ? ` for ${CustomerName}` : " without a customer"}`;
  return planned.created_at === null
    ? `${what}, created when this deposit is posted`
    : `${what}, created in QuickBooks as ${number}`;
}

function invoicesText(numbers: readonly string[]): string {
  const [first = "", ...others] = numbers;
  if (others.length === 0) return first && `invoice ${first}`;
  const last = others.at(-1);
  return `invoices ${[first, ...others.slice(0, -1)].join(", ")} and ${last}`;
}

/** For the user: what else it is made of: "New customer", "Services", "20.00 kept as a credit". */
export function chosenParts({ match, planned }: Chosen): string[] {
  if (match.booked) {
    const { customer, class: ofClass, memo } = match.booked;
    return [customer, ofClass, memo].filter((part) => part !== "");
  }
  if (planned === null) return [];
  const parts = [planned.item, planned.tax_code, planned.class].filter((part) => part !== "");
  if (planned.is_new_customer) parts.unshift("New customer");
  if (parseDecimal(planned.credit, match.currency) > 0) {
    parts.push(`${formatAmount(planned.credit)} kept as a credit`);
  }
  return parts;
}
