import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  authorizeNetProvider,
  control,
  type Emulators,
  failure,
  printed,
  requests,
  startEmulators,
} from "./support";

let emulators: Emulators;

beforeAll(async () => {
  emulators = await startEmulators({ company: "empty" });
});
beforeEach(() => control(emulators, "DELETE", "/requests"));
afterAll(() => emulators.close());

function connect(changes: { login_id?: string; transaction_key?: string } = {}, timeoutMs = 5000) {
  const { keyConnect } = authorizeNetProvider(emulators, timeoutMs);
  const { authorizenetLoginId, authorizenetTransactionKey } = emulators.credentials;
  return keyConnect.connect({
    login_id: authorizenetLoginId,
    transaction_key: authorizenetTransactionKey,
    ...changes,
  });
}

const fault = (rest: object) =>
  control(emulators, "POST", "/faults", { provider: "authorizenet", ...rest });

describe("connecting Authorize.Net", () => {
  it("reads through the byte order mark and names the merchant", async () => {
    expect(await connect()).toMatchObject({
      externalAccountId: emulators.credentials.authorizenetLoginId,
      displayName: "Harbor Lane Ceramics",
      livemode: true,
      currency: "USD",
    });
    const asked = await requests(emulators, "request.api");
    expect(asked.map(({ operation }) => operation)).toEqual([
      "authenticateTestRequest",
      "getMerchantDetailsRequest",
      "getSettledBatchListRequest",
    ]);
  });

  it("is refused with wrong credentials, and the key is in no error", async () => {
    const error = await failure(connect({ transaction_key: "wrong-and-secret" }));
    expect(error).toMatchObject({ failure: "unauthorized", detail: { code: "E00007" } });
    expect(printed(error)).not.toContain("wrong-and-secret");
    expect(await requests(emulators, "request.api")).toHaveLength(1);
  });

  it("names the permission that the merchant has not enabled", async () => {
    await control(emulators, "POST", "/authorizenet/merchant", { reporting: false });
    expect(await failure(connect())).toMatchObject({
      failure: "forbidden",
      detail: { missingPermission: "Transaction Details API" },
    });
    await control(emulators, "POST", "/authorizenet/merchant", { reporting: true });
  });

  it("is refused when no batch names its currency", async () => {
    await control(emulators, "POST", "/authorizenet/merchant", { currencies: ["USD", "CAD"] });
    expect(await failure(connect())).toMatchObject({
      failure: "rejected",
      detail: { code: "several_currencies" },
    });
    await control(emulators, "POST", "/authorizenet/merchant", { currencies: ["CAD"] });
    expect(await connect()).toMatchObject({ currency: "CAD" });
    await control(emulators, "POST", "/authorizenet/merchant", { currencies: ["USD"] });
  });

  it.each([
    [{ kind: "status", status: 503 }],
    [{ kind: "malformed" }],
    [{ kind: "cut" }],
    [{ kind: "truncated" }],
    [{ kind: "status", status: 400, code: "E00001" }],
    [{ kind: "status", status: 400, code: "E00053" }],
  ])("retries after %o", async (kind) => {
    await fault(kind);
    expect(await connect()).toMatchObject({ displayName: "Harbor Lane Ceramics" });
  });

  it("fails when there is no answer", async () => {
    await fault({ kind: "timeout", times: 3 });
    expect(await failure(connect({}, 100))).toMatchObject({ failure: "unavailable" });
  });

  it("returns how long to wait", async () => {
    await fault({ kind: "status", status: 429, retryAfter: 60, times: 2 });
    expect(await failure(connect())).toMatchObject({
      failure: "rate_limited",
      detail: { retryAfterSeconds: 60 },
    });
  });
});
