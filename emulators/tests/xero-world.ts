import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Emulators } from "@/emulators/start";
import { control, start, TODAY } from "./clients";
import { type Body, connectXero, type Xero } from "./xero-client";

export let emulators: Emulators;
export let xero: Xero;

/** Each test of the file begins with a connected Xero as it was at first. */
export function eachInFreshBooks(): void {
  beforeAll(async () => {
    emulators = await start({ company: "empty" });
  });
  beforeEach(async () => {
    await control(emulators, "POST", "/reset");
    await reconnect();
  });
  afterAll(() => emulators.close());
}

/** With new tokens, as the clock may have moved. */
export async function reconnect(): Promise<void> {
  ({ xero } = await connectXero(emulators));
}

export const by = async (name: string, body: object): Promise<Body> =>
  (await control(emulators, "POST", `/xero/${name}`, body)).body;
export const set = (body: object) => by("company", body);
export const get = async (path: string, headers?: Record<string, string>): Promise<Body> =>
  (await xero("GET", path, undefined, headers)).body;

export async function accountId(name: string): Promise<string> {
  const { Accounts } = await get(`Accounts?where=${encodeURIComponent(`Name=="${name}"`)}`);
  return Accounts[0].AccountID;
}

/** What the accounts hold that hold anything, in minor units. */
export const held = async (): Promise<Body> =>
  (await control(emulators, "GET", "/xero/balances")).body;

export const messages = ({ body }: { body: Body }) =>
  body.Elements.flatMap(({ ValidationErrors }: Body) =>
    ValidationErrors.map(({ Message }: Body) => Message),
  );

export async function fee(more: object = {}): Promise<Body> {
  return {
    Type: "SPEND",
    Contact: { Name: "PayPal" },
    BankAccount: { AccountID: await accountId("PayPal Clearing") },
    Date: TODAY,
    LineItems: [{ Description: "Fees", UnitAmount: 3.45, AccountCode: "404" }],
    ...more,
  };
}

export async function transfer(more: object = {}): Promise<Body> {
  return {
    FromBankAccount: { AccountID: await accountId("PayPal Clearing") },
    ToBankAccount: { Code: "090" },
    Amount: 96.55,
    Date: TODAY,
    ...more,
  };
}
