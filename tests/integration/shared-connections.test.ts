import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { FIXED_DAY } from "@/tools/worlds/worlds";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { connectSharedQuickBooks, signUp, type TestCompany } from "../support/company";
import { inWorld } from "../support/world";

let emulators: Emulators;
/** Has QuickBooks and Stripe connected, and posts by itself. */
let first: { companyId: string; token: string };
let second: TestCompany;

beforeAll(async () => {
  emulators = await startEmulators({
    seed: 6,
    today: FIXED_DAY,

    company: "empty",
  });
  Object.assign(process.env, emulators.env);
});
afterAll(() => emulators.close());

beforeEach(async () => {
  await adminDb().integration.updateMany({
    data: { status: "disconnected", credentials: null, disconnectedAt: new Date() },
  });
  first = await inWorld("connected", emulators);
  second = await signUp();
});

const bookOf = async (token: string) => {
  const { integrations } = await ok("GET", "/user/integrations/", token);
  return integrations.find(
    ({ integration_type }: { integration_type: string }) => integration_type === "quickbook",
  );
};
const settingsOf = (token: string) => ok("GET", "/settings/company/", token);
async function setAutoPost(token: string, auto_post: boolean) {
  const { currency: _, tax: __, adopted: ___, ...settings } = await settingsOf(token);
  return call("PUT", "/settings/company/", { token, body: { ...settings, auto_post } });
}
const choose = (token: string, posts: boolean) =>
  call("PUT", "/settings/shared-books/", { token, body: { posts } });

test("both companies hear that another one has these books, and only the new one stops posting by itself", async () => {
  expect(await bookOf(first.token)).not.toHaveProperty("shared");
  await connectSharedQuickBooks(second.token);
  const [old, added] = [await bookOf(first.token), await bookOf(second.token)];
  expect(old).toMatchObject({ shared: true });
  expect(old).not.toHaveProperty("shared_use");
  expect(added).toMatchObject({ shared: true, shared_use: "undecided" });
  expect((await settingsOf(first.token)).auto_post).toBe(true);
  expect((await settingsOf(second.token)).auto_post).toBe(false);
  expect(await ok("GET", "/qb/posting-review/", second.token)).toMatchObject({
    shared_books: true,
  });
  // Nobody is told which company it is.
  expect(JSON.stringify(added)).not.toContain(first.companyId);

  await ok("POST", "/qb/disconnect-quickbook/", second.token);
  expect(await bookOf(first.token)).not.toHaveProperty("shared");
  expect(await ok("GET", "/qb/posting-review/", first.token)).not.toHaveProperty("shared_books");
});

test("nothing is posted without a person before an admin has said which company posts", async () => {
  await connectSharedQuickBooks(second.token);
  const refused = await setAutoPost(second.token, true);
  expect(refused.status).toBe(409);
  expect(refused.body.message).toMatch(/^Another company in Deposit Matcher uses this QuickBooks/);
  expect((await setAutoPost(second.token, false)).status).toBe(200);

  expect((await choose(second.token, false)).body.message).toBe("This company only matches");
  expect(await bookOf(second.token)).toMatchObject({ shared_use: "matches" });
  expect((await setAutoPost(second.token, true)).body.message).toMatch(
    /^This company only matches/,
  );

  expect((await choose(second.token, true)).status).toBe(200);
  expect((await setAutoPost(second.token, true)).status).toBe(200);
  // The first one may give it up.
  expect((await choose(first.token, false)).status).toBe(200);
  expect((await settingsOf(first.token)).auto_post).toBe(false);
});

test("Post all doesn't turn automatic posting on either", async () => {
  await ok("POST", "/qb/disconnect-quickbook/", first.token);
  const matched = await inWorld("matched", emulators);
  await connectSharedQuickBooks(second.token);
  await adminDb().integration.updateMany({
    where: { companyId: matched.companyId, provider: "quickbooks" },
    data: { sharedUse: "undecided" },
  });
  const { revision } = await ok("GET", "/qb/posting-review/", matched.token);
  const post = (body: object) => call("POST", "/qb/post-ready/", { token: matched.token, body });
  expect((await post({ revision, auto_post: true })).status).toBe(409);
  expect(
    await adminDb().posting.count({ where: { companyId: matched.companyId, state: "queued" } }),
  ).toBe(0);
  // By hand, after the warning, it is.
  expect((await post({ revision })).status).toBe(200);
});

test("connecting the same books again asks nothing anew; after a disconnection it does", async () => {
  await connectSharedQuickBooks(second.token);
  await choose(second.token, true);
  await setAutoPost(second.token, true);
  await connectSharedQuickBooks(second.token);
  await connectSharedQuickBooks(first.token);
  expect(await bookOf(second.token)).toMatchObject({ shared_use: "posts" });
  expect((await settingsOf(second.token)).auto_post).toBe(true);
  expect((await settingsOf(first.token)).auto_post).toBe(true);

  await ok("POST", "/qb/disconnect-quickbook/", second.token);
  await connectSharedQuickBooks(second.token);
  expect(await bookOf(second.token)).toMatchObject({ shared_use: "undecided" });
  expect((await settingsOf(second.token)).auto_post).toBe(false);
  // Alone, it needs no answer.
  await ok("POST", "/qb/disconnect-quickbook/", first.token);
  expect((await setAutoPost(second.token, true)).status).toBe(200);
  expect((await choose(second.token, true)).status).toBe(409);
});

test("two companies that connect at the same moment: one of them is asked", async () => {
  await ok("POST", "/qb/disconnect-quickbook/", first.token);
  await Promise.all([first, second].map(({ token }) => connectSharedQuickBooks(token)));
  const uses = await Promise.all([first, second].map(({ token }) => bookOf(token)));
  expect(uses.map(({ shared, shared_use }) => [shared, shared_use ?? "not asked"]).sort()).toEqual([
    [true, "not asked"],
    [true, "undecided"],
  ]);
});

test("a payment processor's account in two companies is said, and blocks nothing", async () => {
  await ok("POST", "/stripe/connect/", second.token, {
    secret_key: emulators.credentials.stripeOwnersKey,
  });
  const { integrations } = await ok("GET", "/user/integrations/", second.token);
  expect(integrations).toMatchObject([{ integration_type: "stripe", shared: true }]);
  expect((await settingsOf(second.token)).auto_post).toBe(true);
});
