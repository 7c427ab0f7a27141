import { setInterval } from "node:timers";
import type { Emulators } from "@/emulators/start";
import { control } from "@/tests/support/emulators";
import { caller, connectCompany, connectQuickBooks, insist, signUp } from "../client";

/** Companies that are really connected to the emulators. */
export interface Connected {
  /** Has Stripe and QuickBooks: its sales are synced, matched and posted. */
  poster: string;
  /** All companies with Stripe. They share one account, as several companies of one owner would. */
  stripe: string[];
  /** All companies with QuickBooks, each with books of its own. */
  quickBooks: string[];
}

/** The posting company is among both: so many that none asks for more syncs than a company may. */
const WITH_STRIPE = 12;
const WITH_QUICKBOOKS = 4;

export async function connectCompanies(url: string, emulators: Emulators): Promise<Connected> {
  const poster = await connectCompany(url, emulators);
  const stripe = [poster];
  while (stripe.length < WITH_STRIPE) stripe.push(await connectStripeOnly(url, emulators));
  const quickBooks = [poster];
  while (quickBooks.length < WITH_QUICKBOOKS) {
    quickBooks.push(await connectQuickBooksOnly(url, `${quickBooks.length}`));
  }
  return { poster, stripe, quickBooks };
}

async function connectQuickBooksOnly(url: string, realmId: string): Promise<string> {
  const { token } = await signUp(url, "connected");
  await connectQuickBooks(caller(url, token), realmId);
  return token;
}

async function connectStripeOnly(url: string, emulators: Emulators): Promise<string> {
  const { token } = await signUp(url, "connected");
  const call = caller(url, token);
  await insist(call, "POST", "/stripe/connect/", {
    secret_key: emulators.credentials.stripeSecretKey,
  });
  return token;
}

const SALE_EVERY_MS = 1_000;

/** Adds a sale every second until stopped, and then returns the payouts it created. */
export function keepSelling(emulators: Emulators, first: number): { stop(): Promise<string[]> } {
  const payouts: string[] = [];
  let number = first;
  let last: Promise<unknown> = Promise.resolve();
  const sell = async () => {
    number += 1;
    const amount = 10_000 + number * 37;
    const name = `Customer ${amount}`;
    await control(emulators, "/quickbooks/payments", { amount, customer: name });
    const made = await control(emulators, "/stripe/payouts", { charges: [{ amount, name }] });
    payouts.push((made as { payout: { id: string } }).payout.id);
  };
  const timer = setInterval(() => {
    last = last.then(sell);
    // `stop` reports the error; an aborted run stops the emulators first.
    last.catch(() => undefined);
  }, SALE_EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await last;
      return payouts;
    },
  };
}
