import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { newSessionToken } from "@/server/accounts/sessions";
import { closeDb } from "@/server/platform/db";
import { stopQueue } from "@/server/platform/queue/queue";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { signUp } from "../support/company";
import { consented } from "../support/consent";

let emulators: Emulators;
let token: string;

beforeAll(async () => {
  emulators = await startEmulators({ company: "empty" });
  Object.assign(process.env, emulators.env);
});
beforeEach(async () => {
  ({ token } = await signUp());
});
afterAll(async () => {
  await stopQueue(1_000);
  await closeDb();
  await emulators.close();
});

/** Another person of the same company, signed in. */
async function colleague(): Promise<string> {
  const [{ companyId } = { companyId: "" }] = await adminDb().session.findMany({
    orderBy: { createdAt: "desc" },
    take: 1,
  });
  const name = `colleague-${randomBytes(4).toString("hex")}`;
  const email = `${name}@example.com`;
  const { id: userId } = await adminDb().user.create({
    data: {
      username: name,
      usernameKey: name,
      email,
      emailKey: email,
      memberships: { create: { companyId } },
    },
  });
  const fresh = newSessionToken();
  const expiresAt = new Date(Date.now() + 3_600_000);
  await adminDb().session.create({
    data: { userId, companyId, tokenHash: fresh.tokenHash, expiresAt },
  });
  return fresh.token;
}

const WAYS = [
  {
    provider: "QuickBooks",
    start: "/qb/connect/",
    callback: "/qb/callback/",
    other: "/stripe/callback/",
  },
  {
    provider: "Stripe",
    start: "/stripe/connect/",
    callback: "/stripe/callback/",
    other: "/qb/callback/",
  },
] as const;

describe.each(WAYS)("the state of a connection with $provider", ({ start, callback, other }) => {
  const connections = async () => (await ok("GET", "/user/integrations/", token)).integrations;

  /** Refused, and nothing is connected. */
  async function expectRefused(body: object, by = token, path: string = callback) {
    const answer = await call("POST", path, { token: by, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(422);
    expect(answer.body.message).toMatch(/connection request has expired/);
    expect(await connections()).toEqual([]);
  }

  test("works once, for the user who started it", async () => {
    const body = await consented(start, token);
    await ok("POST", callback, token, body);
    expect(await connections()).toHaveLength(1);
    const replay = await call("POST", callback, { token, body });
    expect(replay.status).toBe(422);
    expect(await connections()).toHaveLength(1);
  });

  test("works for one of two callbacks at the same moment", async () => {
    const body = await consented(start, token);
    const answers = await Promise.all([1, 2, 3].map(() => call("POST", callback, { token, body })));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 422, 422]);
  });

  test("is refused for another company, and for a colleague", async () => {
    const body = await consented(start, token);
    await expectRefused(body, await colleague());
    await expectRefused(body, (await signUp()).token);
    // Their attempts did not use it up.
    await ok("POST", callback, token, body);
  });

  test("is refused once it is a quarter of an hour old", async () => {
    const body = await consented(start, token);
    const [{ ms } = { ms: 0 }] = await adminDb().$queryRaw<{ ms: number }[]>`
      SELECT (extract(epoch FROM expires_at - created_at) * 1000)::float8 AS ms
      FROM oauth_states ORDER BY created_at DESC LIMIT 1`;
    expect(ms / 60_000).toBeCloseTo(15, 0);
    await adminDb().$executeRaw`UPDATE oauth_states SET expires_at = now() - interval '1 second'`;
    await expectRefused(body);
  });

  test("is refused for another provider, when invented, and when truncated", async () => {
    const { state = "", ...rest } = await consented(start, token);
    await expectRefused({ code: "x", realmId: "1", state }, token, other);
    await expectRefused({ ...rest, state: randomBytes(32).toString("base64url") });
    await expectRefused({ ...rest, state: state.slice(0, -1) });
  });

  test("is stored only as a hash", async () => {
    const { state = "" } = await consented(start, token);
    const rows = await adminDb().$queryRaw<{ row: string }[]>`
      SELECT s::text || encode(state_hash, 'escape') AS row FROM oauth_states s`;
    expect(rows.map(({ row }) => row).join()).not.toContain(state);
  });
});

test("a company that nobody has named takes the name of its books", async () => {
  const settings = () => ok("GET", "/settings/company/", token);
  expect((await settings()).company_name).toMatch(/'s company$/);
  await ok("POST", "/qb/callback/", token, await consented("/qb/connect/", token));
  const [{ display_name: books }] = (await ok("GET", "/user/integrations/", token)).integrations;
  const { company_name, currency: _, timezone: __, ...rest } = await settings();
  expect(company_name).toBe(books);

  await ok("PUT", "/settings/company/", token, { ...rest, company_name: "Harbor Lane" });
  await ok("POST", "/qb/callback/", token, await consented("/qb/connect/", token));
  expect((await settings()).company_name).toBe("Harbor Lane");
});
