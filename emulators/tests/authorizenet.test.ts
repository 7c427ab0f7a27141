import { Ajv } from "ajv";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Emulators } from "@/emulators/start";
import { newState } from "@/emulators/state";
import { readVendorFile, vendorFolder } from "@/emulators/tests/vendor/validator";
import {
  authenticateTest,
  merchantDetails,
  settledBatchList,
  transactionDetails,
  transactionList,
} from "@/server/providers/authorizenet/requests";
import { control, start, TODAY } from "./clients";

let emulators: Emulators;

beforeAll(async () => {
  emulators = await start();
});
afterAll(() => emulators.close());

type Json = ReturnType<typeof JSON.parse>;

const key = () => ({
  name: emulators.credentials.authorizenetLoginId,
  transactionKey: emulators.credentials.authorizenetTransactionKey,
});

async function post(body: unknown): Promise<{ status: number; text: string; json: Json }> {
  const response = await fetch(String(emulators.env.AUTHORIZENET_API_URL), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString("utf8");
  return { status: response.status, text, json: JSON.parse(text.replace(/^\uFEFF/, "")) };
}

const ask = (name: string, rest: object = {}) =>
  post({ [name]: { merchantAuthentication: key(), ...rest } });
const codeOf = (json: Json): string => json.messages.message[0].code;

const day = (date: string) => ({
  firstSettlementDate: `${date}T00:00:00Z`,
  lastSettlementDate: `${date}T23:59:59Z`,
});

/** All batches of the sample: three windows of 31 days and less. */
async function allBatches(): Promise<Json[]> {
  const end = Date.parse(`${TODAY}T23:59:59Z`);
  const windows = [0, 1].map((index) => ({
    firstSettlementDate: new Date(end - (index + 1) * 30 * 86_400_000).toISOString().slice(0, 19),
    lastSettlementDate: new Date(end - index * 30 * 86_400_000).toISOString().slice(0, 19),
  }));
  const lists = await Promise.all(
    windows.map((window) =>
      ask("getSettledBatchListRequest", { includeStatistics: "true", ...window }),
    ),
  );
  return lists.flatMap(({ json }) => json.batchList ?? []);
}

describe("the wire", () => {
  test("has a byte order mark, 200 for everything, payload before messages, and refId echoed", async () => {
    const good = await ask("getMerchantDetailsRequest", { refId: "r-1" });
    const bad = await post({
      getMerchantDetailsRequest: { merchantAuthentication: { name: "x", transactionKey: "y" } },
    });
    const nonsense = await post([1]);
    for (const { status, text } of [good, bad, nonsense]) {
      expect(status).toBe(200);
      expect(text.startsWith("\uFEFF")).toBe(true);
    }
    expect(Object.keys(good.json).slice(-2)).toEqual(["refId", "messages"]);
    expect(codeOf(bad.json)).toBe("E00007");
    expect(bad.json.messages.resultCode).toBe("Error");
    expect(codeOf(nonsense.json)).toBe("E00004");
  });

  test.each([
    ["a key before the credentials", { getMerchantDetailsRequest: "refId first" }],
    ["an unknown key", { getMerchantDetailsRequest: "unknown" }],
    ["batchId after paging", { getTransactionListRequest: "paging first" }],
    ["offset before limit", { getTransactionListRequest: "offset first" }],
    ["the key before the name", { authenticateTestRequest: "key first" }],
  ])("refuses %s with E00003", async (_what, request) => {
    const [name = "", how] = Object.entries(request)[0] ?? [];
    const merchantAuthentication = key();
    const bodies: Record<string, object> = {
      "refId first": { refId: "1", merchantAuthentication },
      unknown: { merchantAuthentication, currency: "USD" },
      "paging first": { merchantAuthentication, paging: { limit: 1, offset: 1 }, batchId: "1" },
      "offset first": { merchantAuthentication, batchId: "1", paging: { offset: 1, limit: 1 } },
      "key first": {
        merchantAuthentication: {
          transactionKey: merchantAuthentication.transactionKey,
          name: merchantAuthentication.name,
        },
      },
    };
    const { json } = await post({ [name]: bodies[String(how)] });
    expect(codeOf(json)).toBe("E00003");
    expect(json.messages.message[0].text).toContain("has invalid child element");
  });
});

describe("reports", () => {
  test("an empty result is Ok, I00004, and no list at all", async () => {
    for (const { json } of [
      await ask("getSettledBatchListRequest", day("2020-01-01")),
      await ask("getTransactionListRequest", { batchId: "1" }),
    ]) {
      expect(json.messages.resultCode).toBe("Ok");
      expect(codeOf(json)).toBe("I00004");
      expect(Object.keys(json)).toEqual(["messages"]);
    }
  });

  test("take windows of 31 days at most, and both dates or neither", async () => {
    const window = (first: string, last: string) =>
      ask("getSettledBatchListRequest", { firstSettlementDate: first, lastSettlementDate: last });
    expect(codeOf((await window("2020-01-01T00:00:00Z", "2020-02-01T00:00:00Z")).json)).toBe(
      "I00004",
    );
    expect(codeOf((await window("2020-01-01T00:00:00Z", "2020-02-01T00:00:01Z")).json)).toBe(
      "E00013",
    );
    const { firstSettlementDate } = day("2020-01-01");
    const half = await ask("getSettledBatchListRequest", { firstSettlementDate });
    expect(codeOf(half.json)).toBe("E00013");
  });

  test("page by page number, of 1 to 1000 each", async () => {
    const [batch] = await allBatches();
    const page = async (limit: number, offset: number) =>
      (
        await ask("getTransactionListRequest", {
          batchId: batch.batchId,
          sorting: { orderBy: "id", orderDescending: "false" },
          paging: { limit: String(limit), offset: String(offset) },
        })
      ).json;
    const whole = (await page(1000, 1)).transactions;
    expect(whole.length).toBeGreaterThan(2);
    const first = (await page(2, 1)).transactions;
    const second = (await page(2, 2)).transactions;
    expect([...first, ...second]).toEqual(whole.slice(0, 4));
    for (const [limit, offset] of [
      [0, 1],
      [1001, 1],
      [10, 0],
      [10, 100_001],
    ] as const) {
      expect(codeOf(await page(limit, offset))).toBe("E00003");
    }
  });

  test("need the Transaction Details API; the key works without it", async () => {
    await control(emulators, "POST", "/authorizenet/merchant", { reporting: false });
    expect(codeOf((await ask("getSettledBatchListRequest")).json)).toBe("E00011");
    expect(codeOf((await ask("authenticateTestRequest")).json)).toBe("I00001");
    await control(emulators, "POST", "/authorizenet/merchant", { reporting: true });
  });
});

describe("the sample merchant", () => {
  test("has six batches whose statistics equal their transactions", async () => {
    const batches = await allBatches();
    expect(batches).toHaveLength(6);
    for (const { batchId, statistics } of batches) {
      const { json } = await ask("getTransactionListRequest", { batchId });
      const cents = (status: string) =>
        json.transactions
          .filter((each: Json) => each.transactionStatus === status)
          .reduce((sum: number, each: Json) => sum + Math.round(each.settleAmount * 100), 0);
      expect(Math.round(statistics[0].chargeAmount * 100)).toBe(cents("settledSuccessfully"));
      expect(Math.round(statistics[0].refundAmount * 100)).toBe(cents("refundSettledSuccessfully"));
    }
  });

  test("has its customers' payments in the books, except one", () => {
    const { authorizenet, quickbooks } = newState({ seed: 1, today: TODAY, company: "sample" });
    const open = ["Payment", "SalesReceipt"].flatMap((kind) =>
      Object.values(quickbooks.entities[kind as "Payment" | "SalesReceipt"]),
    );
    const amounts = new Map<number, number>();
    for (const { TotalAmt } of open) {
      const cents = Math.round(Number(TotalAmt) * 100);
      amounts.set(cents, (amounts.get(cents) ?? 0) + 1);
    }
    const sold = authorizenet.batches.flatMap(({ transactions }) =>
      transactions.filter(({ status }) => status === "settledSuccessfully"),
    );
    expect(sold).toHaveLength(18);
    expect(sold.filter(({ amount }) => !amounts.has(amount))).toHaveLength(1);
    expect(sold.filter(({ amount }) => (amounts.get(amount) ?? 0) > 1)).toEqual([]);
  });
});

describe("the vendor's schema", () => {
  test("accepts every request of the product's SDK, and every answer", async () => {
    const folder = vendorFolder();
    if (folder === undefined) {
      console.log("skipped: vendor schemas absent");
      return;
    }
    const { $schema: _, ...schema } = readVendorFile(
      folder,
      "authorizenet-reporting.schema.json",
    ) as Json;
    const ajv = new Ajv({ strict: false, logger: false });
    ajv.addSchema(schema, "vendor");
    const check = (kind: "requests" | "responses", name: string, body: Json) => {
      const validate = ajv.compile({ $ref: `vendor#/${kind}/${name}` });
      expect(validate(body) ? [] : validate.errors?.slice(0, 3), name).toEqual([]);
    };
    const [batch] = await allBatches();
    const { json: list } = await ask("getTransactionListRequest", { batchId: batch.batchId });
    const from = new Date(`${batch.settlementTimeUTC.slice(0, 10)}T00:00:00Z`);
    const asked = [
      authenticateTest(),
      merchantDetails(),
      settledBatchList({ from, to: new Date(from.getTime() + 86_400_000) }),
      transactionList(batch.batchId, 1),
      transactionDetails(list.transactions[0].transId),
    ];
    for (const { request } of asked) {
      request.setMerchantAuthentication(key());
      const wire = JSON.parse(JSON.stringify(request.getJSON()));
      const [name = ""] = Object.keys(wire);
      // The package's controller sets it when it sends.
      wire[name].clientId = "sdk-node-1.0.10";
      check("requests", name, wire[name]);
      const order: string[] = schema.requests[name]["x-xsd-order"];
      const sent = Object.keys(wire[name]);
      expect(sent).toEqual(order.filter((each) => sent.includes(each)));
      const { json } = await post(wire);
      expect(codeOf(json), name).toBe("I00001");
      check("responses", name.replace("Request", "Response"), json);
    }
  });
});
