import { beforeAll, describe, expect, test } from "vitest";
import { call, handlerOf } from "../support/client";
import { signUp, type TestCompany } from "../support/company";

let company: TestCompany;

beforeAll(async () => {
  company = await signUp();
});

async function post(path: string, body: BodyInit, headers: Record<string, string> = {}) {
  const url = `http://localhost:3000/api${path}`;
  const handler = await handlerOf("POST", new URL(url).pathname);
  const response = await handler(
    new Request(url, {
      method: "POST",
      headers: {
        authorization: company.token,
        "content-type": "application/json",
        ...headers,
      },
      body,
      ...(body instanceof ReadableStream && { duplex: "half" }),
    } as RequestInit),
  );
  return { status: response.status, body: await response.json() };
}

describe("the request id", () => {
  test.each(["abcdefgh", "0af7651916cd43dd-8448eb211c80319c", "trace_1.2-3"])(
    "%s is used as the request id",
    async (id) => {
      const answer = await call("GET", "/summary/", {
        token: company.token,
        headers: { "x-request-id": id },
      });
      expect(answer.headers.get("x-request-id")).toBe(id);
    },
  );

  test.each([
    "short",
    "x".repeat(65),
    "with space in it",
    '"quoted-text"',
    "<script>alert</script>",
  ])("%s is replaced", async (id) => {
    const answer = await call("GET", "/summary/", { headers: { "x-request-id": id } });
    expect(answer.status).toBe(401);
    expect(answer.body.request_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers.get("x-request-id")).toBe(answer.body.request_id);
  });
});

describe("bodies", () => {
  const LIMIT = 1_048_576;

  test("end at 1 MB, by the received bytes, whatever length was declared", async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(0x20));
      },
    });
    const answer = await post("/qb/auto-match/", endless, { "content-length": "2" });
    expect(answer).toMatchObject({ status: 413, body: { code: "too_large" } });
    expect(sent).toBeLessThan(2 * LIMIT);
    const fits = await post("/qb/auto-match/", "{}".padEnd(LIMIT, " "));
    expect(fits.status).toBe(400);
  });

  test.each([
    ["bytes that are no UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])],
    ["nothing", ""],
    ["half of it", '{"deposit_id":'],
    ["a raw control character", '{"deposit_id":"\u0001"}'],
  ])("of %s are malformed", async (_name, body) => {
    expect(await post("/qb/auto-match/", body)).toMatchObject({
      status: 400,
      body: { code: "malformed_json" },
    });
  });

  test.each(["a\0b", "\ud800", "tail \udc00"])(
    "with text that PostgreSQL can't store name the field: %j",
    async (odd) => {
      const answer = await post(
        "/qb/match-transaction/",
        JSON.stringify({
          stripe_transaction_ids: ["1"],
          stripe_transaction_amount: 1,
          quickbooks_transaction_ids: ["1", odd],
          quickbooks_transaction_amount: 1,
        }),
      );
      expect(answer.status).toBe(400);
      expect(answer.body.fields).toEqual({
        "quickbooks_transaction_ids.1": "Contains characters that can't be used",
      });
    },
  );

  test("may have unknown fields, which are ignored", async () => {
    const answer = await post(
      "/qb/auto-match/",
      '{"deposit_id":1,"admin":true,"__proto__":{"x":1}}',
    );
    expect(answer.status).toBe(404);
  });
});

test("an unknown API path is 404 in JSON", async () => {
  const { GET } = await import("@/app/api/[[...path]]/route");
  const answer = await GET(new Request("http://localhost:3000/api/nothing"));
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ code: "not_found", message: expect.any(String) });
});
