import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { join, type Person, seedApiToken, seedCompany, seedPerson } from "../support/members";
import { waitRule } from "./rules/seeded-rules";

let company: string;
let owner: Person;
/** Of a bookkeeper, without its scheme. */
let secret: string;

beforeAll(async () => {
  owner = await seedPerson();
});
beforeEach(async () => {
  company = await seedCompany();
  await join(company, owner, "owner");
  const { token } = await seedApiToken(company, owner, "bookkeeper");
  secret = token.replace("TOKEN ", "");
});

const bearer = () => `Bearer ${secret}`;

describe("the Authorization header", () => {
  test("takes an API token as bearer token too, in any case", async () => {
    for (const scheme of ["Bearer", "bearer", "BEARER", "TOKEN", "Token"]) {
      const answer = await call("GET", "/rules/", { token: `${scheme} ${secret}` });
      expect(answer.status, scheme).toBe(200);
    }
  });

  test("a refused one says that it is the token, and how to send one", async () => {
    const revoked = await call("GET", "/rules/", { token: "Bearer dmat_unknown" });
    expect([revoked.status, revoked.body.code]).toEqual([401, "api_token_unknown"]);
    const other = await call("GET", "/rules/", { token: "Bearer of-something-else" });
    expect([other.status, other.body.code]).toEqual([401, "api_token_unknown"]);
    expect(other.body.message).toContain("dmat_");
    for (const { headers } of [revoked, other]) {
      expect(headers.get("www-authenticate")).toBe("Bearer");
    }
  });
});

test("a token says what it is, where it acts and until when", async () => {
  const end = new Date(Date.now() + 86_400_000);
  await adminDb().apiToken.updateMany({ where: { companyId: company }, data: { expiresAt: end } });
  expect(await ok("GET", "/api-tokens/self/", bearer())).toMatchObject({
    api_token: { role: "bookkeeper", acts_as: "bookkeeper", expires_at: end.toISOString() },
    company: { id: company },
  });
  await adminDb().membership.updateMany({
    where: { companyId: company, userId: owner.userId },
    data: { role: "viewer" },
  });
  expect((await ok("GET", "/api-tokens/self/", bearer())).api_token.acts_as).toBe("viewer");
  const person = await call("GET", "/api-tokens/self/", { token: await owner.signIn(company) });
  expect(person.status).toBe(404);
});

test("a sync is found by its id, however many came after; another company's is not", async () => {
  const { id: integrationId } = await adminDb().integration.create({
    data: {
      companyId: company,
      provider: "stripe",
      externalAccountId: "acct",
      credentials: new Uint8Array([1]),
    },
  });
  const run = {
    companyId: company,
    integrationId,
    trigger: "manual",
    state: "succeeded",
    finishedAt: new Date(),
  } as const;
  const first = await adminDb().syncRun.create({ data: { ...run, createdAt: new Date(0) } });
  await adminDb().syncRun.createMany({ data: Array.from({ length: 20 }, () => run) });
  const latest = (await ok("GET", "/sync-runs/", bearer())).runs;
  expect(latest.map(({ id }: { id: string }) => id)).not.toContain(first.id);
  const { runs } = await ok("GET", `/sync-runs/?run_id=${first.id}`, bearer());
  expect(runs).toMatchObject([{ id: first.id, state: "succeeded" }]);
  const other = await seedCompany();
  await join(other, owner, "owner");
  const stranger = (await seedApiToken(other, owner, "admin")).token;
  const refused = await call("GET", `/sync-runs/?run_id=${first.id}`, { token: stranger });
  expect(refused.status).toBe(404);
});

describe("query parameters that would be misread are refused by name", () => {
  test.each([
    ["/qb/deposit-status/?stats=posted", "stats", "no parameter"],
    ["/qb/deposit-status/?status=pending&status=suggested", "status", "2 times"],
    ["/qb/deposit-status/?status=", "status", "no value"],
    ["/qb/deposit-status/?status=pnding", "status", "pending, suggested, matched, posted, all"],
    ["/rules/?page=2", "page", "no parameter"],
  ])("%s", async (path, name, words) => {
    const { status, body } = await call("GET", path, { token: bearer() });
    expect([status, body.code]).toEqual([400, "invalid_input"]);
    expect(body.fields[name]).toContain(words);
  });
});

describe("a call with an Idempotency-Key", () => {
  const create = (key: string, body: object = waitRule(), token = bearer()) =>
    call("POST", "/rules/", { token, body, headers: { "idempotency-key": key } });
  const ruleCount = () => adminDb().rule.count({ where: { companyId: company } });

  test("is made once, and its repeat gets the first answer", async () => {
    const key = randomUUID();
    const first = await create(key);
    expect([first.status, first.headers.get("idempotent-replayed")]).toEqual([200, null]);
    const second = await create(key);
    expect([second.status, second.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
    expect(second.body).toEqual(first.body);
    expect(await ruleCount()).toBe(1);
  });

  test("is made once by calls at the same moment", async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(key)));
    const refused = answers.filter(({ status }) => status !== 200);
    for (const { status, body } of refused) {
      expect([status, body.code]).toEqual([409, "duplicate_request"]);
    }
    expect(await ruleCount()).toBe(1);
  });

  test("is another one with another key, token or company", async () => {
    const key = randomUUID();
    await create(key);
    await create(randomUUID());
    const { token } = await seedApiToken(company, owner, "bookkeeper");
    expect((await create(key, waitRule(), token)).headers.get("idempotent-replayed")).toBeNull();
    expect(await ruleCount()).toBe(3);
    const other = await seedCompany();
    await join(other, owner, "owner");
    const stranger = (await seedApiToken(other, owner, "bookkeeper")).token;
    expect((await create(key, waitRule(), stranger)).headers.get("idempotent-replayed")).toBeNull();
  });

  test("refuses its key for another body", async () => {
    const key = randomUUID();
    await create(key);
    const other = await create(key, waitRule({ outcome: { do: "wait", days: 3, note: "" } }));
    expect([other.status, other.body.code]).toEqual([422, "idempotency_key_reused"]);
    expect(await ruleCount()).toBe(1);
  });

  test("is made again after a failure", async () => {
    const key = randomUUID();
    const failed = await call("POST", "/rules/delete/", {
      token: bearer(),
      body: { rule_id: 2_000_000_000 },
      headers: { "idempotency-key": key },
    });
    expect(failed.status).toBe(404);
    expect(await adminDb().idempotencyKey.count({ where: { companyId: company } })).toBe(0);
  });

  test("that was lost halfway is never made a second time: the answer says so", async () => {
    const key = randomUUID();
    await create(key);
    // As a crash between the change and its answer leaves it.
    await adminDb().idempotencyKey.updateMany({ where: { key }, data: { answer: null } });
    const again = await create(key);
    expect([again.status, again.body.code]).toEqual([409, "outcome_unknown"]);
    expect(await ruleCount()).toBe(1);
  });

  test("takes visible ASCII alone", async () => {
    const { status, body } = await create("two words");
    expect([status, body.code]).toEqual([400, "invalid_idempotency_key"]);
  });
});
