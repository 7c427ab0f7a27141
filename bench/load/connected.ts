import { randomBytes } from "node:crypto";
import { setInterval } from "node:timers";
import type { Sandbox } from "@/sandbox/start";
import { control } from "../reliability/matrix/books";
import { caller, connectCompany, insist } from "../reliability/two/api";

/** Companies that are connected to the stand-ins for real. */
export interface Connected {
  /** Has Stripe and QuickBooks: what is sold is synced, matched and posted. */
  poster: string;
  /** All that have Stripe. They share its account, as several companies of one owner would. */
  stripe: string[];
}

/** The poster among them. */
const WITH_STRIPE = 8;

export async function connectCompanies(url: string, sandbox: Sandbox): Promise<Connected> {
  const poster = await connectCompany(url, sandbox);
  const others: string[] = [];
  for (let count = 1; count < WITH_STRIPE; count += 1) {
    others.push(await connectStripeOnly(url, sandbox));
  }
  return { poster, stripe: [poster, ...others] };
}

async function connectStripeOnly(url: string, sandbox: Sandbox): Promise<string> {
  const username = `connected-${randomBytes(6).toString("hex")}`;
  const password = randomBytes(12).toString("hex");
  const { token } = await insist(caller(url), "POST", "/user/create/api/", {
    username,
    email: `${username}@example.com`,
    password,
    password_confirm: password,
  });
  const call = caller(url, String(token));
  await insist(call, "POST", "/stripe/connect/", {
    secret_key: sandbox.credentials.stripeSecretKey,
  });
  return String(token);
}

const SALE_EVERY_MS = 1_000;

/** Sells something every second until it is stopped, and then tells the payouts that it made. */
export function keepSelling(sandbox: Sandbox, first: number): { stop(): Promise<string[]> } {
  const payouts: string[] = [];
  let number = first;
  let last: Promise<unknown> = Promise.resolve();
  const sell = async () => {
    number += 1;
    const amount = 10_000 + number * 37;
    const name = `Customer ${amount}`;
    await control(sandbox, "/quickbooks/payments", { amount, customer: name });
    const made = await control(sandbox, "/stripe/payouts", { charges: [{ amount, name }] });
    payouts.push((made as { payout: { id: string } }).payout.id);
  };
  const timer = setInterval(() => {
    last = last.then(sell);
    // Told by `stop`; a run that is broken off takes the stand-ins away under it.
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
