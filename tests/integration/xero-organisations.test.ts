import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { closeDb } from "@/server/platform/db";
import { stopQueue } from "@/server/platform/queue/queue";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { connectQuickBooks, signUp } from "../support/company";
import { consented } from "../support/consent";
import { control } from "../support/emulators";

let emulators: Emulators;
let token: string;

beforeAll(async () => {
  emulators = await startEmulators({ company: "empty" });
  Object.assign(process.env, emulators.env);
});
beforeEach(async () => {
  await control(emulators, "/reset", {});
  await adminDb().oAuthState.deleteMany();
  await adminDb().integration.updateMany({ data: { status: "disconnected", credentials: null } });
  ({ token } = await signUp());
});
afterAll(async () => {
  await stopQueue(1_000);
  await closeDb();
  await emulators.close();
});

const CALLBACK = "/xero/callback/";
const CHOOSE = "/xero/choose/";

/** A consent to both of the user's organisations. */
async function consentToBoth(by = token) {
  await control(emulators, "/xero/company", { connects: "both" });
  const parameters = await consented("/xero/connect/", by);
  const { accounts } = await ok("POST", CALLBACK, by, parameters);
  const idOf = (name: string): string =>
    accounts.find((each: { name: string }) => each.name === name).id;
  return { state: parameters.state, kauri: idOf("Kauri & Co"), rimu: idOf("Rimu Pty Ltd") };
}

const choose = (state: string | undefined, account_id: string | null, by = token) =>
  call("POST", CHOOSE, { token: by, body: { state, account_id } });

async function connectedNames(by = token): Promise<string[]> {
  const { integrations } = await ok("GET", "/user/integrations/", by);
  return integrations.map(({ display_name }: { display_name: string }) => display_name);
}

/** The organisations that Xero still lets us use. */
async function organisationsAtXero(): Promise<string[]> {
  const { xero } = await (await fetch(`${emulators.control.url}/snapshot`)).json();
  return xero.connections
    .filter(({ tenantType }: { tenantType: string }) => tenantType === "ORGANISATION")
    .map(({ tenantName }: { tenantName: string }) => tenantName)
    .toSorted();
}

test("of a consent to several, the chosen one is connected, once, and the other is given back", async () => {
  const { state, rimu, kauri } = await consentToBoth();
  expect(await connectedNames()).toEqual([]);
  expect(await choose(state, rimu)).toMatchObject({
    status: 200,
    body: { message: "Successfully connected to Xero" },
  });
  expect(await connectedNames()).toEqual(["Rimu Pty Ltd"]);
  expect(await organisationsAtXero()).toEqual(["Rimu Pty Ltd"]);
  expect((await choose(state, kauri)).status).toBe(422);
});

test("none is connected by a cancelled choice, and what another company here uses stays", async () => {
  const other = (await signUp()).token;
  await ok("POST", CALLBACK, other, await consented("/xero/connect/", other));
  const { state } = await consentToBoth();
  expect((await choose(state, null)).body.message).toBe("Nothing was connected");
  expect(await connectedNames()).toEqual([]);
  expect(await organisationsAtXero()).toEqual(["Kauri & Co"]);
  await ok("GET", "/xero/bank-account/", other);
});

test("the choice is refused to others, after a quarter of an hour, and for what wasn't consented to", async () => {
  const { state, rimu } = await consentToBoth();
  expect((await choose(state, rimu, (await signUp()).token)).status).toBe(422);
  expect((await choose(`${state}x`, rimu)).status).toBe(422);
  await adminDb().$executeRaw`UPDATE oauth_states SET expires_at = now() - interval '1 second'`;
  const late = await choose(state, rimu);
  expect([late.status, late.body.message]).toEqual([
    422,
    expect.stringMatching(/connection request has expired/),
  ]);
  const again = await consentToBoth();
  expect((await choose(again.state, "00000000-0000-4000-8000-000000000000")).status).toBe(422);
  expect(await connectedNames()).toEqual([]);
});

test("what is kept for the choice is sealed", async () => {
  const { state } = await consentToBoth();
  const { xero } = await (await fetch(`${emulators.control.url}/snapshot`)).json();
  const rows = await adminDb().$queryRaw<{ row: string; sealed: Uint8Array }[]>`
    SELECT s::text AS row, sealed_access AS sealed FROM oauth_states s WHERE sealed_access IS NOT NULL`;
  expect(rows).toHaveLength(1);
  const text = rows.map(({ row, sealed }) => row + Buffer.from(sealed).toString("latin1")).join();
  expect(text).not.toContain(state);
  for (const secret of Object.keys(xero.refreshTokens)) expect(text).not.toContain(secret);
});

test("other books are named before anything is asked of Xero", async () => {
  await connectQuickBooks(token);
  const { status, body } = await call("GET", "/xero/connect/", { token });
  expect([status, body.code, body.message]).toEqual([
    409,
    "decision_needed",
    "A company has one set of books, and QuickBooks is connected. Disconnect QuickBooks first.",
  ]);
});
