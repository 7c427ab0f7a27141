import type Stripe from "stripe";
import { sumMinor } from "@/lib/money";
import type { Call } from "../http/call";
import { badRequest, noSuch, StripeFault } from "./errors";
import { expanded } from "./expand";
import { page } from "./lists";
import { PAGED, type ParamSpec, type Params, readParams, within } from "./params";
import type { StripeState } from "./state";

interface Resource<T extends { id: string; created: number }> {
  /** Stripe's name of the object, in errors and as the path parameter. */
  kind: string;
  permission: string;
  filters: ParamSpec;
  /** Asked for since a moment of the caller's clock, not of a row's. */
  isAskedSince?: true;
  all: (state: StripeState) => readonly T[];
  /** Refuses a filter that Stripe refuses. */
  check?: (params: Params, state: StripeState) => void;
  keep: (item: T, params: Params, state: StripeState) => boolean;
}

// Erases T so that the resources share one table; each entry is type-checked where it is declared.
function resource<T extends { id: string; created: number }>(entry: Resource<T>) {
  return {
    kind: entry.kind,
    permission: entry.permission,
    list: (query: URLSearchParams, state: StripeState, url: string, behind: number) => {
      const params = readParams(
        query,
        { ...PAGED, ...entry.filters },
        entry.isAskedSince ? behind : 0,
      );
      entry.check?.(params, state);
      const keep = (item: T) => entry.keep(item, params, state);
      return { body: page(entry.all(state), keep, params, entry.kind, url), params };
    },
    find: (id: string, state: StripeState) => entry.all(state).find((item) => item.id === id),
  };
}

const RESOURCES: Record<string, ReturnType<typeof resource>> = {
  payouts: resource<Stripe.Payout>({
    kind: "payout",
    permission: "rak_payout_read",
    filters: { arrival_date: "range", created: "range", destination: "string", status: "string" },
    isAskedSince: true,
    all: (state) => state.payouts,
    keep: (payout, { strings, ranges }) =>
      within(ranges.arrival_date, payout.arrival_date) &&
      within(ranges.created, payout.created) &&
      same(strings.destination, payout.destination) &&
      same(strings.status, payout.status),
  }),
  balance_transactions: resource<Stripe.BalanceTransaction>({
    kind: "balance_transaction",
    permission: "rak_balance_transaction_source_read",
    filters: {
      created: "range",
      currency: "string",
      payout: "string",
      source: "string",
      type: "string",
    },
    all: (state) => state.balanceTransactions,
    check: ({ strings }, state) => {
      if (strings.payout) demandAutomatic(strings.payout, state);
    },
    keep: (entry, { strings, ranges }, state) =>
      within(ranges.created, entry.created) &&
      same(strings.currency?.toLowerCase(), entry.currency) &&
      same(strings.source, entry.source) &&
      same(strings.type, entry.type) &&
      same(strings.payout, state.paidOutBy[entry.id]),
  }),
  charges: resource<Stripe.Charge>({
    kind: "charge",
    permission: "rak_charge_read",
    filters: {
      created: "range",
      customer: "string",
      payment_intent: "string",
      transfer_group: "string",
    },
    all: (state) => state.charges,
    keep: (charge, { strings, ranges }) =>
      within(ranges.created, charge.created) &&
      same(strings.customer, charge.customer) &&
      same(strings.payment_intent, charge.payment_intent) &&
      same(strings.transfer_group, charge.transfer_group),
  }),
  refunds: resource<Stripe.Refund>({
    kind: "refund",
    permission: "rak_charge_read",
    filters: { charge: "string", created: "range", payment_intent: "string" },
    all: (state) => state.refunds,
    keep: (refund, { strings, ranges }) =>
      within(ranges.created, refund.created) &&
      same(strings.charge, refund.charge) &&
      same(strings.payment_intent, refund.payment_intent),
  }),
  disputes: resource<Stripe.Dispute>({
    kind: "dispute",
    permission: "rak_dispute_read",
    filters: { charge: "string", created: "range", payment_intent: "string" },
    all: (state) => state.disputes,
    keep: (dispute, { strings, ranges }) =>
      within(ranges.created, dispute.created) &&
      same(strings.charge, dispute.charge) &&
      same(strings.payment_intent, dispute.payment_intent),
  }),
  invoice_payments: resource<Stripe.InvoicePayment>({
    kind: "invoice_payment",
    permission: "rak_invoice_read",
    filters: { created: "range", invoice: "string", payment: "fields", status: "string" },
    all: (state) => state.invoicePayments ?? [],
    check: ({ strings }) => demandPaymentType(strings),
    keep: ({ created, invoice, payment, status }, { strings, ranges }) =>
      within(ranges.created, created) &&
      same(strings.invoice, invoice) &&
      same(strings["payment.payment_intent"], payment.payment_intent) &&
      same(strings.status, status),
  }),
  customers: resource<Stripe.Customer>({
    kind: "customer",
    permission: "rak_customer_read",
    filters: { created: "range", email: "string" },
    all: (state) => state.customers,
    keep: (customer, { strings, ranges }) =>
      within(ranges.created, customer.created) && same(strings.email, customer.email),
  }),
};

/** @throws StripeFault for a request that Stripe would refuse. */
export function answer(
  call: Call,
  state: StripeState,
  demand: (permission: string) => void,
  behind: number,
): object {
  const { method, path, query } = call;
  const single = (object: object) =>
    expandedFor(object, readParams(query, { expand: "list" }).expand, state, demand);
  if (method === "GET" && ["/v1/account", `/v1/accounts/${state.account.id}`].includes(path)) {
    demand("rak_accounts_kyc_basic_read");
    // No setting of a key gives it this one.
    demand("rak_accounts_kyc_id_numbers_read");
    return single(state.account);
  }
  if (method === "GET" && path === "/v1/balance") {
    demand("rak_balance_read");
    return single(balance(state));
  }
  const [, name = "", id] = /^\/v1\/([a-z_]+)(?:\/([^/]+))?$/.exec(path) ?? [];
  const found = method === "GET" && Object.hasOwn(RESOURCES, name) ? RESOURCES[name] : undefined;
  if (!found) {
    throw new StripeFault(404, {
      type: "invalid_request_error",
      message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
    });
  }
  demand(found.permission);
  if (id === undefined) {
    const { body, params } = found.list(query, state, path, behind);
    return expandedFor(body, params.expand, state, demand);
  }
  const object = found.find(decodeURIComponent(id), state);
  // Stripe names the path parameter after the object, but "id" for balance transactions.
  const param = found.kind === "balance_transaction" ? "id" : found.kind;
  if (!object) throw noSuch(found.kind, decodeURIComponent(id), param);
  return single(object);
}

function expandedFor(
  body: object,
  paths: readonly string[],
  state: StripeState,
  demand: (permission: string) => void,
): object {
  if (paths.some((path) => path.endsWith("invoice"))) demand("rak_invoice_read");
  if (paths.some((path) => path.endsWith("customer"))) demand("rak_customer_read");
  if (paths.some((path) => path.endsWith("charge"))) demand("rak_charge_read");
  return expanded(body, paths, state);
}

/** @throws StripeFault 400 for a manual payout: Stripe cannot list its contents. */
function demandAutomatic(id: string, state: StripeState): void {
  const payout = state.payouts.find((each) => each.id === id);
  if (!payout) throw noSuch("payout", id, "id");
  if (payout.automatic) return;
  throw badRequest(
    "Balance transaction history can only be filtered on automatic transfers, not manual.",
    undefined,
    "payout",
  );
}

/** @throws StripeFault 400 for a payment without its type. */
function demandPaymentType(strings: Params["strings"]): void {
  const names = Object.keys(strings).filter((name) => name.startsWith("payment."));
  if (names.length === 0 || strings["payment.type"]) return;
  throw badRequest("Missing required param: payment[type].", "parameter_missing", "payment[type]");
}

/** Money earned and not yet paid out, per currency. */
function balance(state: StripeState): Stripe.Balance {
  const currencies = [...new Set(state.bankAccounts.map(({ currency }) => currency))];
  const total = (currency: string, status: string) => {
    const entries = state.balanceTransactions.filter(
      (entry) => entry.currency === currency && entry.status === status,
    );
    const amount = sumMinor(entries.map(({ net }) => net));
    return { amount, currency, source_types: { card: amount } };
  };
  return {
    object: "balance",
    available: currencies.map((currency) => total(currency, "available")),
    livemode: false,
    pending: currencies.map((currency) => total(currency, "pending")),
  };
}

function same(wanted: string | undefined, actual: unknown): boolean {
  return wanted === undefined || wanted === actual;
}
