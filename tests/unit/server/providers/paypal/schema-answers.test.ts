import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { SourceLine, SourcePayout } from "@/server/providers/types";
import { type Altered, type Given, startAltered } from "../altered";
import {
  collect,
  control,
  type Emulators,
  failure,
  MemoryStore,
  MemoryTransactions,
  payPalProvider,
  requests,
  startEmulators,
} from "../support";

// What PayPal's schema allows, and the emulator doesn't send.

let emulators: Emulators;
let paypal: Altered;
let store: MemoryStore;
let transactions: MemoryTransactions;

beforeAll(async () => {
  emulators = await startEmulators({ company: "empty" });
  paypal = await startAltered(String(emulators.env.PAYPAL_API_BASE));
});
beforeEach(async () => {
  await control(emulators, "POST", "/reset");
  store = new MemoryStore((await connect()).credentials);
  transactions = new MemoryTransactions();
});
afterEach(() => {
  paypal.ask = undefined;
  paypal.alter = undefined;
});
afterAll(async () => {
  await paypal.close();
  await emulators.close();
});

const provider = () => payPalProvider(emulators, 5000, paypal.url);
const connect = () =>
  provider().keyConnect.connect({
    client_id: emulators.credentials.paypalClientId,
    client_secret: emulators.credentials.paypalClientSecret,
  });

const DAY = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString().replace(/\.\d+/, "");
const add = (...events: object[]) => control(emulators, "POST", "/paypal/transactions", { events });
const sale = (id: string, days: number, amount: number) => ({
  ...{ type: "sale", id, amount, fee: 30, at: ago(days), name: "Ada Byron" },
});

/** Two sales and the transfer of both. */
const soldAndSent = () =>
  add(sale("A", 9, 10_000), sale("B", 8, 5000), { type: "withdrawal", id: "W", at: ago(7) });

/** Alters each row's own facts. */
function each(change: (info: Given["body"], row: Given["body"]) => void): void {
  paypal.alter = ({ body }) => {
    for (const row of body?.transaction_details ?? []) change(row.transaction_info, row);
    return { body };
  };
}

/** Alters what an answer says about all its rows. */
function about(change: (body: Given["body"]) => void): void {
  paypal.alter = ({ url, body }) => {
    if (url.pathname.endsWith("/transactions")) change(body);
    return { body };
  };
}

async function read(): Promise<{ payouts: SourcePayout[]; lines: SourceLine[] }> {
  const { source } = provider();
  const reading = { timeZone: "UTC", transactions };
  const payouts = await collect(source.payouts(store, undefined, reading));
  const [payout] = payouts;
  if (!payout?.complete) return { payouts, lines: [] };
  return { payouts, lines: await source.lines(store, payout, reading) };
}

const WHOLE = { payouts: [{ amount: 14_940, complete: true, status: "paid" }] };
const idsOf = (lines: readonly SourceLine[]) => lines.map(({ providerId }) => providerId);

describe("a list", () => {
  it.each([
    ["total_pages"],
    ["total_items"],
    ["end_date"],
    ["last_refreshed_datetime"],
    ["account_number"],
  ])("is read without %s", async (field) => {
    await soldAndSent();
    about((body) => {
      delete body[field];
    });
    expect(await connect()).toMatchObject({ currency: "USD" });
    const found = await read();
    expect(found).toMatchObject(WHOLE);
    expect(idsOf(found.lines)).toEqual(["A", "B"]);
  });

  it("may count from its own page on, and is read once for that", async () => {
    await add(...Array.from({ length: 501 }, (_, index) => sale(`S${index}`, 9, 1000 + index)));
    about((body) => {
      body.total_items -= ((body.page || 1) - 1) * 500;
    });
    await read();
    expect(transactions.rows.size).toBe(501);
    const asked = await requests(emulators, "reporting/transactions");
    expect(asked.filter(({ query }) => query.includes("page=2"))).toHaveLength(1);
  });

  it("ends where PayPal's knowledge does, also where it repeats the end that was asked for", async () => {
    await soldAndSent();
    const known = ago(7).replace("Z", "+0000");
    paypal.alter = ({ url, body }) => {
      if (!url.pathname.endsWith("/transactions")) return { body };
      const end_date = url.searchParams.get("end_date");
      return { body: { ...body, end_date, last_refreshed_datetime: known } };
    };
    const { payouts } = await read();
    expect(payouts).toMatchObject([
      { complete: false, waitsFor: expect.stringContaining("hours") },
    ]);
    const until = (await transactions.covered())?.until;
    expect(until?.toISOString()).toBe(new Date(known.replace("+0000", "Z")).toISOString());
  });
});

describe("a row", () => {
  it.each<[string, (info: Given["body"], row: Given["body"]) => void]>([
    [
      "amounts without the zero before the point",
      (info) => {
        if (info.fee_amount) info.fee_amount.value = "-.30";
      },
    ],
    [
      "more decimals than the currency has",
      (info) => {
        for (const money of [info.transaction_amount, info.fee_amount, info.available_balance]) {
          if (money) money.value = `${Number(money.value).toFixed(2)}00`;
        }
      },
    ],
    [
      "null for what is absent",
      (info, row) => {
        info.fee_amount ??= null;
        info.paypal_reference_id ??= null;
        info.transaction_updated_date = null;
        info.invoice_id = null;
        row.payer_info = null;
      },
    ],
    [
      "a balance that can't be read",
      (info) => {
        if (info.transaction_id === "A") info.available_balance = info.ending_balance = {};
      },
    ],
    [
      "a second 60, small letters and fractions",
      (info) => {
        const minute = info.transaction_initiation_date.slice(0, 17).replace("T", "t");
        info.transaction_initiation_date = `${minute}60.25z`;
      },
    ],
  ])("is read with %s", async (_, change) => {
    await soldAndSent();
    each(change);
    const found = await read();
    expect(found).toMatchObject(WHOLE);
    expect(idsOf(found.lines)).toEqual(["A", "B"]);
  });

  it("without an amount moves nothing, without an id or a code is a line all the same", async () => {
    await soldAndSent();
    paypal.alter = ({ body }) => {
      const [first, second] = body?.transaction_details ?? [];
      if (!second) return { body };
      const { transaction_amount, ...empty } = second.transaction_info;
      delete first.transaction_info.transaction_id;
      delete second.transaction_info.transaction_event_code;
      const rows = [
        ...body.transaction_details,
        { transaction_info: { ...empty, transaction_id: "N" } },
      ];
      return { body: { ...body, transaction_details: rows } };
    };
    const found = await read();
    expect(found).toMatchObject(WHOLE);
    expect(found.lines).toMatchObject([
      { kind: "charge", providerId: expect.stringContaining("T00"), gross: 10_000 },
      { kind: "other", providerId: "B", gross: 5000 },
    ]);
    expect(transactions.rows.size).toBe(4);
  });

  it("counts a fee in its own currency only", async () => {
    await soldAndSent();
    each((info) => {
      if (info.fee_amount) info.fee_amount.currency_code = "JPY";
    });
    const { payouts } = await read();
    expect([...transactions.rows.values()].map(({ fee }) => fee)).toEqual([0, 0, 0]);
    expect(payouts).toMatchObject([{ complete: false }]);
  });
});

describe("transactions without any balance", () => {
  const silent = (found: (body: Given["body"]) => void = () => {}) => {
    paypal.alter = ({ url, body }) => {
      for (const { transaction_info: info } of body?.transaction_details ?? []) {
        delete info.available_balance;
        delete info.ending_balance;
      }
      if (url.pathname.endsWith("/balances")) found(body);
      return { body };
    };
  };

  it("are proved by what the account held before and after them", async () => {
    await soldAndSent();
    await add(sale("C", 6, 700));
    silent();
    const found = await read();
    expect(found).toMatchObject(WHOLE);
    expect(idsOf(found.lines)).toEqual(["A", "B"]);
  });

  it("are proved from nothing where PayPal says only what the account holds now", async () => {
    await soldAndSent();
    await add(sale("C", 6, 700));
    const now = ago(0);
    paypal.ask = (url) => {
      if (url.searchParams.has("as_of_time")) url.searchParams.set("as_of_time", now);
    };
    silent();
    expect(await read()).toMatchObject(WHOLE);
  });

  it("wait where that doesn't fit, or isn't said", async () => {
    await soldAndSent();
    silent((body) => {
      const isLater = Date.parse(body.as_of_time) > Date.now() - DAY;
      for (const each of body.balances) if (isLater) each.available_balance.value = "0.01";
    });
    expect((await read()).payouts).toMatchObject([
      { complete: false, waitsFor: expect.stringContaining("hasn't named the balance") },
    ]);
    const altered = paypal.alter;
    paypal.alter = (given) =>
      given.url.pathname.endsWith("/balances")
        ? { status: 403, body: { name: "NOT_AUTHORIZED" } }
        : altered?.(given);
    expect((await read()).payouts).toMatchObject([{ complete: false }]);
  });
});

it("connects where the token names no scope, and PayPal's list decides", async () => {
  paypal.alter = ({ body }) => ({ body: { ...body, scope: undefined } });
  expect(await connect()).toMatchObject({ currency: "USD" });
  paypal.alter = ({ url, body }) =>
    url.pathname.endsWith("/token")
      ? { body: { ...body, scope: undefined } }
      : { status: 403, body: { name: "PERMISSION_DENIED" } };
  expect(await failure(connect())).toMatchObject({ failure: "forbidden" });
});
