import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Emulators } from "@/emulators/start";
import { control, start } from "./clients";
import {
  accessToken,
  add,
  askForToken,
  at,
  DAY,
  infos,
  report,
  sale,
  short,
} from "./paypal-client";

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

const account = (settings: object) => control(emulators, "POST", "/paypal/account", settings);
const search = (query: Record<string, string> = {}) =>
  report(emulators, token, "transactions", { ...DAY, ...query });

describe("getting in", () => {
  test("a form with the app's keys gives a token of nine hours; other requests fail in OAuth's shape", async () => {
    const good = await askForToken(emulators);
    expect(good.body).toMatchObject({ token_type: "Bearer", expires_in: 32_400 });
    expect(good.body.scope).toContain("https://uri.paypal.com/services/reporting/search/read");
    const wrong = await askForToken(emulators, { secret: "wrong" });
    expect([wrong.status, wrong.body.error]).toEqual([401, "invalid_client"]);
    const asJson = await askForToken(emulators, { json: true });
    expect([asJson.status, asJson.body.error]).toEqual([400, "unsupported_grant_type"]);
    await control(emulators, "POST", "/tokens/expire");
    const old = await search();
    expect([old.status, old.body.error]).toEqual([401, "invalid_token"]);
    const none = await report(emulators, "", "transactions", DAY);
    expect([none.status, none.body.name]).toEqual([401, "AUTHENTICATION_FAILURE"]);
  });

  test("without the permission it is 403, and tokens of before the tick stay without it", async () => {
    await account({ transactionSearch: false });
    token = await accessToken(emulators);
    expect([(await search()).status, (await search()).body.name]).toEqual([403, "NOT_AUTHORIZED"]);
    await account({ transactionSearch: true });
    expect((await search()).status).toBe(403);
    const older = token;
    token = await accessToken(emulators);
    expect((await search()).status).toBe(200);
    await control(emulators, "POST", "/reset");
    await account({ transactionSearch: false, oldTokens: "reissue" });
    token = await accessToken(emulators);
    await account({ transactionSearch: true });
    expect(await accessToken(emulators)).toBe(token);
    expect(token).not.toBe(older);
  });

  test("too many tokens, or calls, are refused without Retry-After", async () => {
    await account({ tokensPerMinute: 1, callsPerMinute: 2 });
    expect((await askForToken(emulators)).status).toBe(200);
    expect((await askForToken(emulators)).status).toBe(429);
    const answers = [await search(), await search(), await search(), await search()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 429]);
    expect(answers[2]?.body.name).toBe("RATE_LIMIT_REACHED");
    expect(answers[2]?.headers.get("retry-after")).toBeNull();
  });
});

test("injected errors have the service's shapes, also under HTTP 200; access can end for good", async () => {
  const fault = (kind: string, more: object = {}) =>
    control(emulators, "POST", "/faults", { provider: "paypal", kind, ...more });
  await fault("status", { status: 401 });
  expect((await search()).body.error).toBe("invalid_token");
  await fault("status", { status: 429 });
  expect((await search()).body.name).toBe("RATE_LIMIT_REACHED");
  await fault("fault200", { code: "INTERNAL_SERVER_ERROR" });
  const envelope = await search();
  expect([envelope.status, envelope.body.name]).toEqual([200, "INTERNAL_SERVER_ERROR"]);
  await fault("revoked");
  expect((await search()).body.error).toBe("invalid_token");
  expect((await askForToken(emulators)).body.error).toBe("invalid_client");
  const log = JSON.stringify((await control(emulators, "GET", "/requests")).body);
  expect(log).toContain("/v1/reporting/transactions");
  expect(log).not.toContain(token);
});

describe("windows", () => {
  test("include the second at each end, and go by the time of the last change", async () => {
    await add(
      emulators,
      sale("START", "00:00:00"),
      sale("END", "23:59:59"),
      { ...sale("NEXT", "12:00:00"), at: "2026-11-11T00:00:00Z" },
      { type: "withdrawal", id: "OUT", at: "2026-11-09T09:00:00Z", amount: 1, status: "P" },
      { type: "settlement", of: "OUT", at: at("08:00:00") },
    );
    const ids = async () => infos(await search()).map((info) => info.transaction_id);
    expect(await ids()).toEqual(["OUT", "START", "END"]);
    await account({ windowBy: "initiated" });
    expect(await ids()).toEqual(["START", "END"]);
  });

  test.each([
    ["without seconds", { start_date: "2026-11-10T00:00Z" }, "start_date"],
    ["without a zone", { end_date: "2026-11-10T00:00:00" }, "end_date"],
    ["longer than 31 days", { start_date: "2026-10-10T23:59:58Z" }, "end_date"],
    [
      "three years ago",
      { start_date: "2019-11-10T00:00:00Z", end_date: "2019-11-11T00:00:00Z" },
      "start_date",
    ],
    ["a page of 501", { page_size: "501" }, "page_size"],
    ["page 0", { page: "0" }, "page"],
    ["an unknown filter", { currency: "USD" }, "currency"],
  ])("refuse %s", async (_what, query, field) => {
    const { status, body } = await search(query);
    expect([status, body.name, body.details[0]?.field]).toEqual([400, "INVALID_REQUEST", field]);
  });

  test("take 31 days and every spelling of a zone, but no plus that arrives as a space", async () => {
    expect((await search({ start_date: "2026-10-10T23:59:59Z" })).status).toBe(200);
    for (const zone of ["+00:00", "+0000", "-08:00"]) {
      expect((await search({ start_date: `2026-11-10T00:00:00${zone}` })).status).toBe(200);
    }
    const url = `${emulators.paypal.url}/v1/reporting/transactions?start_date=2026-11-10T00:00:00+00:00&end_date=2026-11-11T00:00:00Z`;
    const { status } = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    expect(status).toBe(400);
  });

  test("end at the refresh; a start after it is not available", async () => {
    await add(emulators, sale("KNOWN", "11:00:00"), sale("UNKNOWN", "13:00:00"));
    await account({ refreshedTo: at("12:00:00"), notAvailable: 404 });
    const { body } = await search();
    expect([body.end_date, body.last_refreshed_datetime]).toEqual([at("12:00:00"), at("12:00:00")]);
    expect(body.total_items).toBe(1);
    const later = await search({ start_date: at("12:00:01") });
    expect(later.status).toBe(404);
    expect(later.body).toMatchObject({
      name: "INVALID_REQUEST",
      message: "Data for the given start date is not available.",
      details: [],
    });
  });

  test("with too many rows have no page at all, and an empty one is a page", async () => {
    await add(emulators, sale("A", "01:00:00"), sale("B", "02:00:00"));
    await account({ maximumItems: 1 });
    const { status, body } = await search();
    expect([status, body.name, body.maximum_items]).toEqual([400, "RESULTSET_TOO_LARGE", 1]);
    const empty = await search({ start_date: at("03:00:00") });
    expect(empty.body).toMatchObject({ transaction_details: [], total_items: 0, total_pages: 0 });
  });

  test("write times as the account's switch says", async () => {
    await add(emulators, sale("A", "01:02:03"));
    const time = async () => infos(await search())[0]?.transaction_initiation_date;
    expect(await time()).toBe("2026-11-10T01:02:03Z");
    await account({ dates: "+0000" });
    expect(await time()).toBe("2026-11-10T01:02:03+0000");
    await account({ dates: "zone", timeZone: "America/Los_Angeles" });
    expect(await time()).toBe("2026-11-09T17:02:03-0800");
  });
});

describe("pages", () => {
  test.each([
    ["arrive", ["A", "B", "B", "C"], ["A", "LATE", "B", "C"]],
    ["leave", ["A", "B"], ["A", "B", "C"]],
    ["repeat", ["A", "B", "B", "C"], ["A", "B", "C"]],
  ])("are no snapshot: rows %s", async (drift, paged, afterwards) => {
    await add(emulators, sale("A", "01:00:00"), sale("B", "02:00:00"), sale("C", "03:00:00"));
    if (drift === "arrive") await add(emulators, { ...sale("LATE", "01:30:00"), late: true });
    await account({ drift });
    const page = (number: number) => search({ page_size: "2", page: String(number) });
    const pages = [await page(1), await page(2)];
    expect(pages.flatMap((each) => infos(each).map((info) => info.transaction_id))).toEqual(paged);
    expect(infos(await search()).map((info) => info.transaction_id)).toEqual(afterwards);
  });

  test("of late rows: the balances around them know of them, and a control call serves them", async () => {
    await add(
      emulators,
      sale("A", "01:00:00"),
      { ...sale("LATE", "02:00:00"), late: true },
      sale("C", "03:00:00"),
    );
    expect(short(await search())).toEqual([
      "A T0006 S 100.00 -3.98 96.02",
      "C T0006 S 100.00 -3.98 288.06",
    ]);
    await control(emulators, "POST", "/paypal/late-rows");
    expect(infos(await search()).map((info) => info.transaction_id)).toEqual(["A", "LATE", "C"]);
  });
});
