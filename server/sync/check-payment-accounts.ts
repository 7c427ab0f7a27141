import type { Integration } from "@/generated/prisma/client";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { savePaymentAccount } from "@/lib/contracts/payment-account";
import { providerName } from "@/server/connections/find";
import { ledgerAccounts } from "@/server/connections/ledger-accounts";
import { listSources, loadHolding } from "@/server/connections/load-payment-accounts";
import {
  canHoldPayments,
  hasUndepositedFunds,
  type PaymentAccount,
  readPaymentAccounts,
} from "@/server/connections/payment-account";
import { requirePostable } from "@/server/connections/postable-accounts";
import type { CompanyContext } from "@/server/platform/context";
import { UnusableInputError } from "@/server/platform/errors";

/** An account, and the input that names it. */
interface Wanted {
  account_id: string;
  from: string;
  connection_id?: string | null | undefined;
  path: string;
}

/**
 * The accounts that a request chooses, with their names and currencies in the ledger.
 * @throws UnusableInputError where payments can't wait in one, or which of two a payout's payments wait in is open.
 */
export async function checkPaymentAccounts(
  ctx: CompanyContext,
  ledger: Integration,
  input: BodyOf<typeof savePaymentAccount>,
): Promise<PaymentAccount[]> {
  const wanted = wantedAccounts(input);
  if (wanted.length === 0) return [];
  const holding = await loadHolding(ctx, ledger);
  const all = await ledgerAccounts(ctx, "fresh");
  const whose = await whoseNames(ctx, ledger);
  const chosen: PaymentAccount[] = [];
  for (const { account_id: id, from, connection_id, path } of wanted) {
    const field = `${path}account_id`;
    const found = all.find((each) => each.id === id);
    const isFitting = found && canHoldPayments(found, holding);
    const currencies = holding.onlyIn === null ? undefined : [holding.onlyIn];
    // It says why another isn't.
    const account = isFitting ? found : await requirePostable(ctx, { id, currencies, field });
    const { name, currency } = account;
    if (!account.holdsPayments) throw refused(field, cantHold(ledger, name));
    if (chosen.some((each) => each.id === id)) throw refused(field, `${name} is chosen twice.`);
    const source = connection_id ?? undefined;
    if (source !== undefined && !whose.has(source)) {
      throw refused(`${path}connection_id`, unknownSource(ledger));
    }
    const other = chosen.find((each) => each.currency === currency && each.source === source);
    if (other && !hasUndepositedFunds(ledger)) {
      const payments = `${source ? `${whose.get(source)} ` : ""}payments in ${currency}`;
      throw refused(
        field,
        `${other.name} and ${name} are both for ${payments}. A payout takes its payments out of one account: choose whose payments wait in each.`,
      );
    }
    const isBank = account.type === "bank";
    chosen.push({ id, name, currency, isBank, from, ...(source !== undefined && { source }) });
  }
  return chosen;
}

function wantedAccounts({
  account_id,
  from = "",
  payment_accounts,
}: BodyOf<typeof savePaymentAccount>): Wanted[] {
  if (!payment_accounts) return account_id ? [{ account_id, from, path: "" }] : [];
  return payment_accounts.map((each, index) => ({ ...each, path: `payment_accounts.${index}.` }));
}

/** The names of the connections that an account can be chosen for; one that was, and is disconnected, may stay. */
async function whoseNames(
  ctx: CompanyContext,
  ledger: Integration,
): Promise<ReadonlyMap<string, string>> {
  if (hasUndepositedFunds(ledger)) return new Map();
  const former = readPaymentAccounts(ledger.settings).flatMap(({ source }) => source ?? []);
  const live = await listSources(ctx);
  return new Map([
    ...former.map((id) => [id, ""] as const),
    ...live.map(({ connection_id, name }) => [connection_id, name] as const),
  ]);
}

function cantHold(ledger: Integration, name: string): string {
  if (hasUndepositedFunds(ledger)) {
    return `${name} is neither a bank account nor an other current asset, so no payments wait there. Choose another account.`;
  }
  const books = providerName(ledger.provider);
  return `No payments can be booked to ${name}. Enable payments to this account in ${books}, or choose a bank account.`;
}

function unknownSource(ledger: Integration): string {
  return hasUndepositedFunds(ledger)
    ? `Payments in ${providerName(ledger.provider)} are anyone's: choose the account without a processor.`
    : "This processor isn't connected. Choose another one.";
}

function refused(field: string, message: string): UnusableInputError {
  return new UnusableInputError(message, { fields: { [field]: message } });
}
