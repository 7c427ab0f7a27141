import { fromUnixSeconds } from "@/lib/dates";
import { sumMinor } from "@/lib/money";
import { payPalView } from "./paypal/view";
import { currencyOf, minor } from "./quickbooks/money";
import { asEntityName, type Entity, type Line } from "./quickbooks/state";
import { depositOf, holdings } from "./quickbooks/undeposited";
import type { EmulatorState } from "./state";
import { xeroOverview } from "./xero/overview";

/**
 * Both sides in one view, amounts in minor units. A check can compare each QuickBooks Deposit with the payout
 * named in its note, and see which payments are still open.
 */
export function overview(state: EmulatorState) {
  const { stripe, quickbooks } = state;
  const lines = new Map<string, object[]>();
  for (const entry of stripe.balanceTransactions) {
    const payout = stripe.paidOutBy[entry.id];
    if (!payout || entry.type === "payout") continue;
    const { id, type, reporting_category, amount, fee, net, source, description } = entry;
    const line = { id, type, reporting_category, amount, fee, net, source, description };
    lines.set(payout, [...(lines.get(payout) ?? []), line]);
  }
  const sales = (["Payment", "SalesReceipt", "RefundReceipt"] as const).flatMap((type) =>
    Object.values(quickbooks.entities[type]).map((entity) => ({
      type,
      id: entity.Id,
      date: entity.TxnDate,
      amount: minor(entity.TotalAmt, currencyOf(entity, quickbooks)),
      currency: currencyOf(entity, quickbooks),
      customer: entity.CustomerRef?.name ?? null,
      reference: entity.PaymentRefNum ?? null,
      note: entity.PrivateNote ?? null,
      undeposited: holdings(type, entity, quickbooks).length > 0 && !depositOf(entity),
      deposit: depositOf(entity) ?? null,
    })),
  );
  const moves = (["JournalEntry", "Transfer"] as const).flatMap((type) =>
    Object.values(quickbooks.entities[type]).flatMap((entity) =>
      holdings(type, entity, quickbooks).map(({ lineId, amount, part }) => ({
        type,
        id: lineId === undefined ? entity.Id : `${entity.Id}:${lineId}`,
        date: entity.TxnDate,
        amount,
        currency: currencyOf(entity, quickbooks),
        customer: null,
        reference: entity.DocNumber ?? null,
        note: entity.PrivateNote ?? null,
        undeposited: !depositOf(part),
        deposit: depositOf(part) ?? null,
      })),
    ),
  );
  const payments = [...sales, ...moves];
  return {
    seed: state.seed,
    today: state.today,
    company: state.company,
    payouts: stripe.payouts.map((payout) => ({
      id: payout.id,
      amount: payout.amount,
      currency: payout.currency,
      status: payout.status,
      automatic: payout.automatic,
      created: fromUnixSeconds(payout.created),
      arrival: fromUnixSeconds(payout.arrival_date),
      about: state.notes[payout.id] ?? null,
      lines: lines.get(payout.id) ?? [],
    })),
    batches: state.authorizenet.batches.map((batch) => ({
      id: batch.batchId,
      state: batch.state,
      settled: fromUnixSeconds(batch.settledAt),
      about: state.notes[batch.batchId] ?? null,
      transactions: batch.transactions.map(({ transId, status, amount }) => ({
        id: transId,
        status,
        amount,
      })),
    })),
    paypal: payPalView(state.paypal, state.notes),
    payments,
    invoices: Object.values(quickbooks.entities.Invoice).map((invoice) => ({
      id: invoice.Id,
      number: invoice.DocNumber,
      date: invoice.TxnDate,
      amount: minor(invoice.TotalAmt, currencyOf(invoice, quickbooks)),
      balance: minor(Number(invoice.Balance), currencyOf(invoice, quickbooks)),
      currency: currencyOf(invoice, quickbooks),
      customer: invoice.CustomerRef?.name ?? null,
    })),
    deposits: Object.values(quickbooks.entities.Deposit).map((deposit) =>
      depositView(deposit, state),
    ),
    accounts: Object.values(quickbooks.entities.Account).map(({ Id, Name, AccountType }) => ({
      id: Id,
      name: Name,
      type: AccountType,
    })),
    xero: xeroOverview(state.xero),
  };
}

type LineDetail = { AccountRef?: object; Entity?: object; ClassRef?: object };

function depositView(deposit: Entity, { stripe, quickbooks }: EmulatorState) {
  const currency = currencyOf(deposit, quickbooks);
  const note = String(deposit.PrivateNote ?? "");
  const payout = stripe.payouts.find(({ id }) => note.includes(id));
  const lines = (deposit.Line ?? []).map((line: Line) => {
    const { AccountRef, Entity: customer, ClassRef }: LineDetail = line.DepositLineDetail ?? {};
    return {
      amount: minor(line.Amount, currency),
      linked: line.LinkedTxn?.[0] ?? null,
      account: AccountRef ?? null,
      customer: customer ?? null,
      class: ClassRef ?? null,
      description: line.Description ?? null,
    };
  });
  const total = minor(deposit.TotalAmt, currency);
  return {
    id: deposit.Id,
    date: deposit.TxnDate,
    account: deposit.DepositToAccountRef,
    total,
    currency,
    ...homeView(deposit, quickbooks),
    note,
    lines,
    sum_of_lines: sumMinor(lines.map(({ amount }) => amount)),
    payout: payout?.id ?? null,
    equals_payout:
      payout === undefined
        ? null
        : total === payout.amount && currency === payout.currency.toUpperCase(),
  };
}

/**
 * A Deposit in another currency, in the books' own: its total at its own rate, and the exchange gain that QuickBooks
 * books because what it links was booked at rates of other days (negative: a loss). Minor units; null at home.
 */
function homeView(deposit: Entity, books: EmulatorState["quickbooks"]) {
  const { homeCurrency } = books;
  const currency = currencyOf(deposit, books);
  if (currency === homeCurrency) return { home_total: null, exchange_gain: null };
  const rateOfLine = ({ LinkedTxn: [link] = [] }: Line): number => {
    if (!link) return Number(deposit.ExchangeRate ?? 1);
    const name = asEntityName(link.TxnType);
    const linked = name && books.entities[name][link.TxnId];
    return Number((linked ?? deposit).ExchangeRate ?? 1);
  };
  const total = minor(Number(deposit.HomeTotalAmt), homeCurrency);
  const parts = (deposit.Line ?? []).map((line) =>
    minor(Number((Number(line.Amount) * rateOfLine(line)).toFixed(2)), homeCurrency),
  );
  return { home_total: total, exchange_gain: total - sumMinor(parts) };
}
