import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Emulators } from "@/emulators/start";
import { control, start, TODAY } from "./clients";
import { accessToken, add, at, DAY, infos, report, sale, short } from "./paypal-client";

interface View {
  accounts: { name: string }[];
  payments: { id: string }[];
  paypal: { rows: { at: string }[]; withdrawals: { status: string; balance_after: number }[] };
}

let emulators: Emulators;
let token: string;

beforeAll(async () => {
  emulators = await start({ company: "empty" });
});
afterAll(() => emulators.close());
beforeEach(async () => {
  await control(emulators, "POST", "/reset");
  token = await accessToken(emulators);
});

const search = (query: Record<string, string> = {}) =>
  report(emulators, token, "transactions", { ...DAY, ...query });

describe("rows", () => {
  test("of a disputed sale: a hold, its end, and the loss beside it; withheld in the meantime", async () => {
    await add(
      emulators,
      sale("SALE", "01:00:00"),
      { type: "dispute", id: "HOLD", of: "SALE", at: at("02:00:00"), amount: 5_000 },
      { type: "decision", of: "HOLD", at: at("03:00:00"), outcome: "lost" },
    );
    expect(infos(await search()).map((info) => info.transaction_event_code)).toEqual([
      ...["T0006", "T1110", "T1111", "T1201"],
    ]);
    const { body } = await report(emulators, token, "balances", { as_of_time: at("02:30:00") });
    expect(body.balances).toMatchObject([
      {
        currency: "USD",
        primary: true,
        total_balance: { value: "96.02" },
        available_balance: { value: "46.02" },
        withheld_balance: { value: "50.00" },
      },
    ]);
  });

  test("of a refund: with the fee that is given back, beside a sale that turns V and counts", async () => {
    await add(emulators, sale("SALE", "01:00:00"), {
      type: "refund",
      id: "BACK",
      of: "SALE",
      feeBack: 98,
      at: at("02:00:00"),
    });
    expect(short(await search())).toEqual([
      "SALE T0006 V 100.00 -3.98 96.02",
      "BACK T1107 S -100.00 0.98 -3.00",
    ]);
  });

  test("of withdrawals: instant in both shapes, and a returned one counts with status V", async () => {
    await add(
      emulators,
      sale("A", "01:00:00"),
      { type: "withdrawal", id: "W1", at: at("02:00:00"), instantFee: 100 },
      sale("B", "03:00:00"),
      { type: "withdrawal", id: "W2", at: at("04:00:00"), instantFee: 100, feeApart: true },
      { type: "returned", id: "BACK", of: "W1", at: at("05:00:00") },
    );
    expect(short(await search()).filter((row) => !row.includes("T0006"))).toEqual([
      "W1 T0400 V -95.02 -1.00 0.00",
      "W2 T0400 S -95.02  1.00",
      expect.stringMatching(/^\w{17} T0100 S -1\.00 {2}0\.00$/),
      "BACK T1101 S 95.02  95.02",
    ]);
    const { paypal } = (await control(emulators, "GET", "/state")).body as unknown as View;
    expect(paypal.withdrawals).toMatchObject([
      { id: "W1", net: 9_502, fee: -100, status: "V", returned: "BACK" },
      { id: "W2", net: 9_502, fee: 0, returned: null },
    ]);
  });

  test("of a sale in another currency: two conversion rows of its second, both referring to it", async () => {
    await add(emulators, sale("EURO", "01:00:00", { currency: "EUR" }), {
      ...{ type: "conversion", of: "EURO" },
      from: { amount: 9_602, currency: "EUR" },
      to: { amount: 10_100, currency: "USD" },
    });
    const [sold, out, into] = infos(await search());
    expect(out?.transaction_initiation_date).toBe(sold?.transaction_initiation_date);
    expect([out, into].map((info) => info?.paypal_reference_id)).toEqual(["EURO", "EURO"]);
    expect(out?.available_balance).toEqual({ currency_code: "EUR", value: "0.00" });
    expect(into?.available_balance).toEqual({ currency_code: "USD", value: "101.00" });
  });

  test("that move nothing come only when asked for, also under a known id", async () => {
    await add(
      emulators,
      sale("PENDING", "01:00:00", { status: "P" }),
      sale("SALE", "02:00:00"),
      { type: "display", of: "SALE", at: at("02:00:00") },
      { type: "authorization", id: "AUTH", amount: 500, at: at("04:00:00") },
    );
    expect((await search()).body.total_items).toBe(1);
    expect(short(await search({ balance_affecting_records_only: "N" }))).toEqual([
      "PENDING T0006 P 100.00 -3.98 0.00",
      "SALE T0006 S 100.00 -3.98 96.02",
      "SALE T9800 S 100.00 -3.98 96.02",
      "AUTH T1300 P 5.00  96.02",
    ]);
    await add(emulators, { type: "completion", of: "PENDING", at: at("05:00:00") });
    expect(short(await search()).at(-1)).toBe("PENDING T0006 S 100.00 -3.98 192.04");
  });

  test("have the ending balance only without filters, and the payer only with their field", async () => {
    await add(emulators, sale("A", "01:00:00"));
    const plain = await search();
    expect(infos(plain)[0]?.ending_balance).toEqual({ currency_code: "USD", value: "96.02" });
    expect(Object.keys(plain.body.transaction_details[0] ?? {})).toEqual(["transaction_info"]);
    const filtered = await search({ transaction_currency: "USD", fields: "all" });
    expect(infos(filtered)[0]).not.toHaveProperty("ending_balance");
    expect(filtered.body.transaction_details[0]?.payer_info?.payer_name.surname).toBe("Byron");
  });
});

describe("the sample account", () => {
  test("has payments and a reserve account in the books only on request, and nothing else changes", async () => {
    const view = async (options: object): Promise<View> => {
      const made = await start({ seed: 3, ...options });
      const { body } = await control(made, "GET", "/state");
      await made.close();
      return body as unknown as View;
    };
    const [without, having] = [await view({}), await view({ paypal: true })];
    expect(without.paypal.rows).toEqual([]);
    const known = new Set(without.payments.map(({ id }) => id));
    const own = { ...having, paypal: without.paypal };
    own.payments = having.payments.filter(({ id }) => known.has(id));
    own.accounts = having.accounts.filter(({ name }) => name !== "PayPal Reserve");
    expect(own).toEqual(without);
    expect(having.accounts).toHaveLength(own.accounts.length + 1);
    expect(having.payments.length - without.payments.length).toBeGreaterThan(380);
    const { withdrawals, rows } = having.paypal;
    expect(withdrawals.map(({ status }) => status).join("")).toBe("SSSVSSSP");
    expect(withdrawals.filter(({ balance_after }) => balance_after > 0)).toHaveLength(1);
    expect(rows.every(({ at: time }) => time < `${TODAY}T00:00:00Z`)).toBe(true);
    expect((await view({ paypal: true })).paypal).toEqual(having.paypal);
  });
});
