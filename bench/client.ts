import { randomBytes } from "node:crypto";
import type { Emulators } from "@/emulators/start";

/** A documented endpoint's answer; the caller knows its type. */
export interface Answer {
  status: number;
  body: Record<string, unknown>;
  /** 0 where the answer has no Retry-After. */
  retryAfterSeconds: number;
}

export type Call = (method: string, path: string, body?: object) => Promise<Answer>;

/** Calls one instance of the product over HTTP. */
export function caller(url: string, token?: string): Call {
  return async (method, path, body) => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(token && { authorization: token }),
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      body: text ? JSON.parse(text) : {},
      retryAfterSeconds: Number(answer.headers.get("retry-after") ?? 0),
    };
  };
}

/** @throws Error for any answer but 200 */
export async function insist(call: Call, method: string, path: string, body?: object) {
  const answer = await call(method, path, body);
  if (answer.status === 200) return answer.body;
  throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
}

/** Makes a user with a company. */
export async function signUp(url: string, prefix: string) {
  const username = `${prefix}-${randomBytes(6).toString("hex")}`;
  const password = randomBytes(12).toString("hex");
  const { token } = await insist(caller(url), "POST", "/user/create/api/", {
    ...{ username, email: `${username}@example.com` },
    ...{ password, password_confirm: password },
  });
  return { username, password, token: String(token) };
}

interface Account {
  Id: string;
  Name: string;
}

/**
 * A new company on the Stripe and Xero emulators, whose payments wait in "Stripe Clearing". Begin with
 * `control(emulators, "/xero/company", { country: "US" })`. @returns its token
 */
export async function connectCompanyToXero(url: string, emulators: Emulators): Promise<string> {
  const { token } = await signUp(url, "measured");
  const call = caller(url, token);
  await postByItself(call);
  await connectByRedirect(call, "xero");
  const named = async (path: string, name: string) => {
    const { banks, accounts, expenses } = await insist(call, "GET", path);
    const found = [banks, accounts, expenses].flatMap((list) => (list ?? []) as Account[]);
    const account = found.find(({ Name }) => Name === name);
    if (!account) throw new Error(`Xero has no account ${name}`);
    return account;
  };
  const bank = await named("/xero/bank-account/", "Business Account");
  await insist(call, "POST", "/xero/save-bank/", { bank_id: bank.Id, bank_name: bank.Name });
  const waiting = await named("/settings/payment-account/", "Stripe Clearing");
  const from = "2020-01-01";
  await insist(call, "PUT", "/settings/payment-account/", { account_id: waiting.Id, from });
  await insist(call, "POST", "/stripe/connect/", {
    secret_key: emulators.credentials.stripeSecretKey,
  });
  const category = await named("/xero/get-expense/", "Merchant Fees");
  await insist(call, "POST", "/stripe/save-category/", { category });
  return token;
}

/** A new company, connected to the Stripe and QuickBooks emulators. @param realmId as of {@link connectQuickBooks} @returns its token. */
export async function connectCompany(
  url: string,
  emulators: Emulators,
  realmId?: string,
): Promise<string> {
  const { token } = await signUp(url, "measured");
  const call = caller(url, token);
  await postByItself(call);
  await connectQuickBooks(call, realmId);
  const { banks } = (await insist(call, "GET", "/qb/bank-account/")) as { banks: Account[] };
  await insist(call, "POST", "/qb/save-bank/", {
    bank_id: banks[0]?.Id,
    bank_name: banks[0]?.Name,
  });
  await insist(call, "POST", "/stripe/connect/", {
    secret_key: emulators.credentials.stripeSecretKey,
  });
  const { expenses } = (await insist(call, "GET", "/qb/get-expense/")) as { expenses: Account[] };
  await insist(call, "POST", "/stripe/save-category/", { category: expenses[0] });
  return token;
}

/** As after the first review. */
async function postByItself(call: Call): Promise<void> {
  const {
    currency: _,
    timezone: __,
    ...settings
  } = await insist(call, "GET", "/settings/company/");
  await insist(call, "PUT", "/settings/company/", { ...settings, auto_post: true });
}

/** @param realmId connects the emulator's books as another company of Intuit's than its own */
export function connectQuickBooks(call: Call, realmId?: string): Promise<void> {
  return connectByRedirect(call, "qb", realmId === undefined ? {} : { realm_id: realmId });
}

async function connectByRedirect(
  call: Call,
  wire: "qb" | "xero",
  decision: Record<string, string> = {},
): Promise<void> {
  const address = String((await insist(call, "GET", `/${wire}/connect/`)).authorization_url);
  const consent = await fetch(address, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({
      ...Object.fromEntries(new URL(address).searchParams),
      decision: "connect",
      ...decision,
    }),
  });
  const back = new URL(consent.headers.get("location") ?? "");
  await insist(call, "POST", `/${wire}/callback/`, Object.fromEntries(back.searchParams));
}
