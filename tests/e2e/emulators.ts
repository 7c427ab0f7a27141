import type { Page } from "@playwright/test";
import { z } from "zod";
import type { depositInput, invoiceInput, paymentInput, payoutInput } from "@/emulators/additions";
import type { faultInput } from "@/emulators/faults";
import type { PayPalEvent } from "@/emulators/paypal/events/record";
import type { paymentInput as xeroPaymentInput } from "@/emulators/xero/by-hand";
import { providerEndpoints } from "@/lib/contracts/providers";
import { CONTROL_URL, STRIPE_KEY } from "./addresses";
import { callApi } from "./api";

type Fault = z.input<typeof faultInput>;

/** Lasts until cleared: jobs of other tests may hit a fault too, and use it up. */
const ALWAYS = 10_000;

/** A Stripe sync stays at its payouts' lines until the faults are cleared. */
export const PAYOUT_LINES_HELD: Fault = {
  provider: "stripe",
  match: { path: "/balance_transactions\\?.*payout=po_/" },
  kind: "hold",
};

/** Adds faults to the emulators until `clearFaults` or the next reset. */
export async function injectFault(fault: Fault): Promise<void> {
  await control("POST", "/faults", { times: ALWAYS, ...fault });
}

export async function clearFaults(): Promise<void> {
  await control("DELETE", "/faults");
}

/**
 * A sale of Stripe that was partly refunded in the same payout, and its payment in QuickBooks, which has no refund
 * receipt. Amounts in minor units. @returns the payout's id.
 */
export async function addRefundedSale(sale: {
  amount: number;
  refunded: number;
  name: string;
}): Promise<string> {
  const { id } = await addPayout({ charges: [sale] });
  await addPayment({ amount: sale.amount, customer: sale.name });
  return id;
}

/** A payout of Stripe, later than all others. Amounts in minor units. @returns its id, and what the bank receives. */
export async function addPayout(payout: z.input<typeof payoutInput>): Promise<MadePayout> {
  const added = await control("POST", "/stripe/payouts", payout);
  return madePayout.parse(await added.json()).payout;
}

/** What happens on the PayPal account, in order. Amounts in minor units. */
export async function addPayPalEvents(events: PayPalEvent[]): Promise<void> {
  await control("POST", "/paypal/transactions", { events });
}

/** Whether a consent in Xero connects one organisation or both of the user's. */
export async function setXeroConsent(connects: "one" | "both"): Promise<void> {
  await control("POST", "/xero/company", { connects });
}

/** A payment in Xero's books, which waits in "PayPal Clearing" unless said otherwise. Amounts in minor units. */
export async function addXeroPayment(payment: z.input<typeof xeroPaymentInput>): Promise<void> {
  await control("POST", "/xero/payments", payment);
}

/** What we booked in Xero, as "SPEND 1488" in minor units. */
export async function bookedInXero(): Promise<string[]> {
  const response = await fetch(`${CONTROL_URL}/state`);
  const { xero } = xeroBooks.parse(await response.json());
  const booked = xero.flatMap(({ bank_transactions, bank_transfers }) => [
    ...bank_transactions.filter(({ type }) => !type.endsWith("TRANSFER")),
    ...bank_transfers.map(({ amount, status }) => ({ type: "TRANSFER", total: amount, status })),
  ]);
  const alive = booked.filter(({ status }) => status === "AUTHORISED");
  return alive.map(({ type, total }) => `${type} ${total}`).toSorted();
}

const xeroBooks = z.object({
  xero: z.array(
    z.object({
      bank_transactions: z.array(
        z.object({ type: z.string(), total: z.int(), status: z.string() }),
      ),
      bank_transfers: z.array(z.object({ amount: z.int(), status: z.string() })),
    }),
  ),
});

/** A payment in QuickBooks. Amounts in minor units. */
export async function addPayment(payment: z.input<typeof paymentInput>): Promise<void> {
  await control("POST", "/quickbooks/payments", payment);
}

/** Corrects the amount of a payment in QuickBooks. Minor units. */
export async function correctPayment(id: string, amount: number): Promise<void> {
  await control("POST", "/quickbooks/payments/change", { id, amount });
}

/** A Deposit in QuickBooks as a bank feed adds it, without payments. Amounts in minor units. */
export async function addDeposit(deposit: z.input<typeof depositInput>): Promise<void> {
  await control("POST", "/quickbooks/deposits", deposit);
}

/** An open invoice in QuickBooks. Amounts in minor units. */
export async function addInvoice(invoice: z.input<typeof invoiceInput>): Promise<void> {
  await control("POST", "/quickbooks/invoices", invoice);
}

const madePayout = z.object({ payout: z.object({ id: z.string(), amount: z.int() }) });
type MadePayout = z.infer<typeof madePayout>["payout"];

async function control(method: string, path: string, body?: unknown): Promise<Response> {
  const response = await fetch(`${CONTROL_URL}${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  return response;
}

/** Connects by key, and waits for the first sync. */
export async function connectStripeByKey(token: string): Promise<void> {
  await callApi(providerEndpoints.stripe.connectByKey, { token, body: { secret_key: STRIPE_KEY } });
  await callApi(providerEndpoints.stripe.sync, { token, query: "?wait=100" });
}

/** Opens QuickBooks' consent page; the caller handles its redirects. */
export async function openQuickbooksConsent(page: Page, token: string): Promise<void> {
  const { authorization_url } = await callApi(providerEndpoints.quickbooks.startConnect, { token });
  await page.goto(authorization_url);
}

/** Presses Connect and completes the callback, without a browser. */
export async function connectQuickbooks(token: string): Promise<void> {
  const { startConnect, completeConnect } = providerEndpoints.quickbooks;
  const { authorization_url } = await callApi(startConnect, { token });
  const { code = "", realmId = "", state = "" } = await consented(authorization_url);
  await callApi(completeConnect, { token, body: { code, realmId, state } });
}

/** The same for Xero. */
export async function connectXero(token: string): Promise<void> {
  const { startConnect, completeConnect } = providerEndpoints.xero;
  const { authorization_url } = await callApi(startConnect, { token });
  const { code = "", state = "" } = await consented(authorization_url);
  await callApi(completeConnect, { token, body: { code, state } });
}

/** @returns the parameters that the provider's page goes back with. */
async function consented(authorizationUrl: string): Promise<Record<string, string>> {
  const asked = new URL(authorizationUrl).searchParams;
  const answer = await fetch(authorizationUrl, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams([...asked, ["decision", "connect"]]),
  });
  return Object.fromEntries(new URL(answer.headers.get("location") ?? "").searchParams);
}

/** A provider's card on the integrations page. */
export function providerCard(page: Page, name: string) {
  return page.getByRole("group", { name, exact: true });
}
