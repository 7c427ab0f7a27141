interface StripePermission {
  /** As Stripe's errors and the address of its key page name it. */
  id: string;
  /** As Stripe's key page shows it. */
  resource: string;
  /** A sync works without it, and knows less. */
  optional?: true;
}

/** What a restricted key has to be allowed to read, in the order of Stripe's key page. */
export const STRIPE_PERMISSIONS: readonly StripePermission[] = [
  { id: "rak_balance_transaction_source_read", resource: "Balance transaction sources" },
  { id: "rak_charge_read", resource: "Charges and Refunds" },
  { id: "rak_customer_read", resource: "Customers" },
  { id: "rak_dispute_read", resource: "Disputes" },
  { id: "rak_payout_read", resource: "Payouts" },
  { id: "rak_invoice_read", resource: "Invoices", optional: true },
];

const RESOURCES: ReadonlyMap<string, string> = new Map(
  STRIPE_PERMISSIONS.map(({ id, resource }) => [id, resource]),
);

/** "Payouts: Read" for `rak_payout_read`; what is not in the list, in the words of its own name. */
export function permissionInWords(id: string): string {
  const access = id.endsWith("_write") ? "Write" : "Read";
  const name = id.replace(/^rak_/, "").replace(/_(read|write)$/, "");
  const words = name.replaceAll("_", " ");
  const resource =
    RESOURCES.get(`rak_${name}_read`) ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  return `${resource}: ${access}`;
}

/** Stripe's page for a new restricted key, with its name and permissions filled in. */
export function restrictedKeyAddress(): string {
  const address = new URL("https://dashboard.stripe.com/apikeys/create");
  address.searchParams.set("name", "Deposit Matcher");
  for (const { id } of STRIPE_PERMISSIONS) address.searchParams.append("permissions[]", id);
  return address.href;
}
