import Stripe from "stripe";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Emulators } from "@/emulators/start";
import {
  type Books,
  connectedBooks,
  connectQuickBooks,
  control,
  refusal,
  start,
  stripeClient,
} from "./clients";

let emulators: Emulators;
let stripe: Stripe;
let qbo: Books;

beforeAll(async () => {
  emulators = await start();
  stripe = stripeClient(emulators);
  qbo = await connectedBooks(emulators);
});
afterAll(() => emulators.close());
afterEach(async () => {
  await control(emulators, "DELETE", "/faults");
});

async function inject(fault: object): Promise<void> {
  const { status, body } = await control(emulators, "POST", "/faults", fault);
  if (status !== 200) throw new Error(JSON.stringify(body));
}

async function failure(call: Promise<unknown>): Promise<Error & Record<string, unknown>> {
  return call.then(
    () => {
      throw new Error("the call did not fail");
    },
    (error) => error,
  );
}

describe("Stripe", () => {
  test("429 with Retry-After, for the given number of matching calls", async () => {
    await inject({
      provider: "stripe",
      match: { method: "get", path: "/v1/payouts" },
      kind: "status",
      status: 429,
      retryAfter: 2,
      times: 2,
    });
    expect((await stripe.charges.list({ limit: 1 })).data).toHaveLength(1);
    for (const _ of [1, 2]) {
      const error = await failure(stripe.payouts.list());
      expect(error).toBeInstanceOf(Stripe.errors.StripeRateLimitError);
      expect(error).toMatchObject({ code: "rate_limit", headers: { "retry-after": "2" } });
    }
    expect((await stripe.payouts.list()).data).toHaveLength(10);
  });

  test("a regular expression picks the calls", async () => {
    await inject({
      provider: "stripe",
      match: { path: "/balance_transactions\\?.*type=refund/" },
      kind: "status",
      status: 503,
    });
    expect((await stripe.balanceTransactions.list({ type: "charge" })).data).toHaveLength(10);
    const error = await failure(stripe.balanceTransactions.list({ type: "refund" }));
    expect(error).toMatchObject({ statusCode: 503, type: "StripeAPIError" });
  });

  test("connections drop, bodies break off or are not JSON", async () => {
    // The SDK retries a dropped connection once by itself.
    for (const kind of ["cut", "truncated"]) {
      await inject({ provider: "stripe", kind, times: 2 });
      const error = await failure(stripe.payouts.list());
      expect([kind, error.type]).toEqual([kind, expect.stringMatching(/Connection|API/)]);
      await control(emulators, "DELETE", "/faults");
    }
    await inject({ provider: "stripe", kind: "malformed" });
    expect((await failure(stripe.payouts.list())).type).toBe("StripeAPIError");
    expect((await stripe.payouts.list()).data).toHaveLength(10);
  });

  test("a missing answer ends in the client's time-out", async () => {
    await inject({ provider: "stripe", kind: "timeout", times: 9 });
    const error = await failure(stripe.payouts.list({}, { timeout: 60 }));
    expect(error.type).toBe("StripeConnectionError");
  });

  test("a late answer is the real one", async () => {
    await inject({ provider: "stripe", kind: "delay", delayMs: 80 });
    const started = performance.now();
    expect((await stripe.payouts.list()).data).toHaveLength(10);
    expect(performance.now() - started).toBeGreaterThanOrEqual(75);
  });

  test("a held answer is the real one, once the faults are cleared", async () => {
    await inject({ provider: "stripe", kind: "hold" });
    let isAnswered = false;
    const held = stripe.payouts.list().finally(() => {
      isAnswered = true;
    });
    const pending = async () => (await control(emulators, "GET", "/faults")).body.faults;
    await expect.poll(pending).toEqual([]);
    // A later call is answered first.
    expect((await stripe.payouts.list()).data).toHaveLength(10);
    expect(isAnswered).toBe(false);
    await control(emulators, "DELETE", "/faults");
    expect((await held).data).toHaveLength(10);
  });

  test("closing the emulators ends a held call", async () => {
    const other = await start();
    await control(other, "POST", "/faults", { provider: "stripe", kind: "hold" });
    const held = failure(stripeClient(other).payouts.list());
    const pending = async () => (await control(other, "GET", "/faults")).body.faults;
    await expect.poll(pending).toEqual([]);
    await other.close();
    expect((await held).type).toBe("StripeConnectionError");
  });
});

describe("QuickBooks", () => {
  const count = () => qbo("findAccounts", { count: true });

  test("429 is XML, 401 and 403 are lower case, 400 is a Fault", async () => {
    const bodies: [number, unknown][] = [
      [429, expect.stringContaining("<Message>message=ThrottleExceeded; errorCode=003001")],
      [
        401,
        expect.objectContaining({ fault: expect.objectContaining({ type: "AUTHENTICATION" }) }),
      ],
      [403, expect.objectContaining({ fault: expect.objectContaining({ type: "SERVICE" }) })],
      [
        400,
        expect.objectContaining({ Fault: expect.objectContaining({ type: "ValidationFault" }) }),
      ],
    ];
    for (const [status, data] of bodies) {
      await inject({ provider: "quickbooks", kind: "status", status });
      expect((await failure(count())).response).toMatchObject({ status, data });
    }
    expect((await count()).QueryResponse).toEqual({ totalCount: 15 });
  });

  test("the token service has its own error format", async () => {
    const oauth = await connectQuickBooks(emulators);
    await inject({
      provider: "quickbooks",
      match: { path: "/tokens/" },
      kind: "status",
      status: 400,
    });
    await expect(oauth.refresh()).rejects.toMatchObject({ error: "invalid_grant" });
    await oauth.refresh();
  });

  test("a Fault under HTTP 200", async () => {
    await inject({ provider: "quickbooks", kind: "fault200", code: "5010" });
    expect(await failure(count())).toMatchObject({ Fault: { Error: [{ code: "5010" }] } });
  });

  test("an answer lost after the work is replayed by its requestid", async () => {
    const customer = () => ({ DisplayName: "Made once", requestId: "once" });
    await inject({ provider: "quickbooks", match: { path: "/customer" }, kind: "cut_after" });
    expect((await failure(qbo("createCustomer", customer()))).code).toBe("ECONNRESET");
    expect(await qbo("createCustomer", customer())).toMatchObject({ DisplayName: "Made once" });
    expect(await refusal(qbo("createCustomer", { DisplayName: "Made once" }))).toMatchObject({
      code: "6240",
    });
  });

  test("a connection cut before the work changes nothing", async () => {
    await inject({ provider: "quickbooks", match: { path: "/customer" }, kind: "cut" });
    await failure(qbo("createCustomer", { DisplayName: "Made later" }));
    expect(await qbo("createCustomer", { DisplayName: "Made later" })).toMatchObject({
      Active: true,
    });
  });
});

test("the log has every call without secrets, the control address reports its own errors", async () => {
  await control(emulators, "DELETE", "/requests");
  await inject({ provider: "stripe", kind: "status", status: 500 });
  await failure(stripe.payouts.list({ limit: 3 }));
  await fetch(`${emulators.quickbooks.url}/connect/oauth2?client_id=x&state=very-secret`);
  const { body } = await control(emulators, "GET", "/requests");
  expect(body.requests).toMatchObject([
    { provider: "stripe", method: "GET", path: "/v1/payouts", query: "limit=3", status: 500 },
    { provider: "quickbooks", path: "/connect/oauth2", status: 400 },
  ]);
  expect(JSON.stringify(body)).not.toContain("very-secret");
  expect((await control(emulators, "POST", "/faults", { kind: "explode" })).status).toBe(400);
  const unreadable = { provider: "stripe", kind: "cut", match: { path: "/(/" } };
  expect((await control(emulators, "POST", "/faults", unreadable)).status).toBe(400);
  expect((await control(emulators, "GET", "/nothing")).status).toBe(404);
});
