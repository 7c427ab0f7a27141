import { randomBytes, randomUUID } from "node:crypto";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { queueMail } from "@/server/mail/queued-mail";
import { closeDb, db } from "@/server/platform/db";
import { stopQueue } from "@/server/platform/queue/queue";
import { adminDb } from "../support/admin-db";
import { codeOf, enableTwoFactor } from "../support/authenticator";
import { call, ok } from "../support/client";
import { connectQuickBooks, signUp, type TestCompany } from "../support/company";
import { consented } from "../support/consent";
import { dumpRows } from "../support/dump";
import { eventually } from "../support/eventually";
import { type FullLedger, seedFullLedger } from "../support/full-ledger";
import { ownedRows } from "../support/owned-rows";

const PATH = "/user/delete/";
const SECONDS_AGO = new Date(Date.now() - 1_000);

let emulators: Emulators;
beforeAll(async () => {
  emulators = await startEmulators({ company: "empty" });
  Object.assign(process.env, emulators.env);
});
afterAll(async () => {
  await stopQueue(1_000);
  await closeDb();
  await emulators.close();
});

const remove = (token: string, body: object = {}) => call("POST", PATH, { token, body });

/** Rows of the kinds that seedFullLedger omits, so that no table is empty. */
async function seedTheRest({ companyId, userId, marker, depositIds }: FullLedger): Promise<void> {
  const later = new Date(Date.now() + 3_600_000);
  const bytes = () => new Uint8Array(randomBytes(32));
  const integration = await adminDb().integration.findFirstOrThrow({ where: { companyId } });
  const match = await adminDb().match.findFirstOrThrow({
    where: { companyId, depositId: depositIds.posted },
  });
  await adminDb().recoveryCode.create({ data: { userId, codeHash: bytes() } });
  await adminDb().signInChallenge.create({
    data: { userId, tokenHash: bytes(), expiresAt: later },
  });
  await adminDb().emailConfirmation.create({
    data: { userId, email: `${marker}@new.example`, tokenHash: bytes(), expiresAt: later },
  });
  await adminDb().oAuthState.create({
    data: { stateHash: bytes(), provider: "stripe", userId, companyId, expiresAt: later },
  });
  await adminDb().notificationEvent.create({ data: { companyId, key: marker } });
  await adminDb().notificationMail.create({ data: { companyId, userId, dueAt: later } });
  await adminDb().failureDismissal.create({ data: { companyId, key: marker } });
  await adminDb().postingRun.create({ data: { companyId } });
  await adminDb().syncRequest.create({
    data: { companyId, integrationId: integration.id, dueAt: later },
  });
  await adminDb().depositAdjustment.create({
    data: {
      companyId,
      depositId: depositIds.posted,
      matchId: match.id,
      amount: 1n,
      currency: "USD",
      accountId: "1",
      accountName: marker,
      description: marker,
    },
  });
  await adminDb().webhookEvent.create({
    data: {
      provider: integration.provider,
      eventId: randomUUID(),
      externalAccountId: integration.externalAccountId,
      occurredAt: new Date(),
    },
  });
  for (const to of [`${marker}@example.com`, `${marker}@new.example`]) {
    await db("accounts").$transaction((tx) =>
      queueMail(tx, { to, subject: "x", text: "x" }, { lifetimeSeconds: 600 }),
    );
  }
}

const summed = (rows: Map<string, string[]>) => [...rows.values()].flat();

describe("afterwards", () => {
  test("no table has a row of the company or the person; other rows are unchanged", async () => {
    const [mine, theirs] = [await seedFullLedger(), await seedFullLedger()];
    for (const books of [mine, theirs]) await seedTheRest(books);
    const kept = join(process.env.DATA_DIR ?? "", "mail");
    await mkdir(kept, { recursive: true });
    for (const { marker } of [mine, theirs]) {
      const head = `From: a@b.example\r\nTo: ${marker}@example.com\r\nSubject: x\r\n\r\nx`;
      await writeFile(join(kept, `${marker}.eml`), head);
    }
    const before = await ownedRows(theirs);
    const empty = [...(await ownedRows(mine))].filter(([, rows]) => rows.length === 0);
    expect(empty.map(([table]) => table)).toEqual([]);
    const mails = await adminDb().mail.count();

    const token = await mine.signIn();
    const answer = await remove(token);
    expect([answer.status, answer.body]).toEqual([200, { message: "Your account was deleted" }]);

    expect(summed(await ownedRows(mine))).toEqual([]);
    const everyRow = await dumpRows();
    for (const trace of [mine.marker, mine.companyId]) expect(everyRow).not.toContain(trace);
    expect(await adminDb().mail.count()).toBe(mails - 2);
    expect(await readdir(kept)).toEqual([`${theirs.marker}.eml`]);
    expect(await ownedRows(theirs)).toEqual(before);
    expect((await call("GET", "/user/profile/", { token })).status).toBe(401);
    expect((await ok("GET", "/qb/deposit-status/", await theirs.signIn())).total).toBe(4);
  });

  test("the same name and address can sign up again", async () => {
    const person = await signUp();
    const body = { current_password: person.password };
    expect((await remove(person.token, body)).status).toBe(200);
    const login = await call("POST", "/user/login/api/", { body: person });
    expect(login.status).toBe(401);
    const { username, password } = person;
    await ok("POST", "/user/create/api/", undefined, {
      username,
      email: `${username}@example.com`,
      password,
      password_confirm: password,
    });
  });

  test("a company with other members stays, without the person", async () => {
    const [mine, other] = [await seedFullLedger(), await seedFullLedger()];
    const { companyId } = mine;
    await adminDb().membership.create({ data: { companyId, userId: other.userId } });
    expect((await remove(await mine.signIn())).status).toBe(200);
    expect(await adminDb().deposit.count({ where: { companyId } })).toBe(4);
    expect(await adminDb().user.count({ where: { id: mine.userId } })).toBe(0);
    expect(await adminDb().session.count({ where: { userId: mine.userId } })).toBe(0);
  });
});

describe("deletion needs everything that signing in needs", () => {
  let person: TestCompany;
  const isThere = () => adminDb().user.count({ where: { usernameKey: person.username } });
  beforeAll(async () => {
    person = await signUp();
  });

  test("the password", async () => {
    for (const body of [{}, { current_password: "" }, { current_password: "not this one" }]) {
      const answer = await remove(person.token, body);
      expect(answer.status).toBe(422);
      expect(answer.body.fields).toHaveProperty("current_password");
    }
    expect(await isThere()).toBe(1);
  });

  test("a fresh sign-in, where there is no password", async () => {
    const mine = await seedFullLedger();
    const token = await mine.signIn();
    await adminDb().session.updateMany({
      where: { userId: mine.userId },
      data: { createdAt: new Date(Date.now() - 11 * 60_000) },
    });
    expect((await remove(token)).status).toBe(403);
  });

  test("the second factor, once", async () => {
    const { secret, recoveryCodes } = await enableTwoFactor(person);
    const proof = { current_password: person.password };
    for (const code of [undefined, codeOf(secret, 40)]) {
      const answer = await remove(person.token, { ...proof, ...(code && { code }) });
      expect(answer.status).toBe(422);
      expect(answer.body.fields).toHaveProperty("code");
    }
    expect(await isThere()).toBe(1);
    const last = { ...proof, code: recoveryCodes[0] };
    expect((await remove(person.token, last)).status).toBe(200);
    expect(await isThere()).toBe(0);
  });
});

describe("work under way", () => {
  const seedPosting = ({ companyId, depositIds }: FullLedger) =>
    adminDb().posting.create({ data: { companyId, depositId: depositIds.matched } });

  test("deletion waits for a posting in progress: its outcome must be known first", async () => {
    const mine = await seedFullLedger();
    const { id } = await seedPosting(mine);
    const { companyId } = mine;
    let answer: ReturnType<typeof remove> | undefined;
    const token = await mine.signIn();
    await adminDb().$transaction(async (tx) => {
      await tx.posting.update({
        where: { companyId_id: { companyId, id } },
        data: { state: "sending", heartbeatAt: SECONDS_AGO },
      });
      answer = remove(token);
      await eventually(async () => {
        const [row] = await adminDb().$queryRaw<{ waiting: number }[]>`
          SELECT count(*)::int AS waiting FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'
            AND query LIKE '%FROM postings%'`;
        expect(row?.waiting).toBe(1);
      });
    });
    expect(await answer).toMatchObject({
      status: 409,
      body: { message: "A deposit is being posted. Try again in a moment." },
    });
    expect(await adminDb().deposit.count({ where: { companyId } })).toBe(4);
    const live = { companyId, credentials: { not: null } };
    expect(await adminDb().integration.count({ where: live })).toBe(4);
    const runs = await adminDb().syncRun.count({ where: { companyId, state: "queued" } });
    expect(runs).toBe(1);
  });

  test("a worker that still writes fails, and leaves no rows", async () => {
    const mine = await seedFullLedger();
    const { companyId } = mine;
    const token = await mine.signIn();
    const integration = await adminDb().integration.findFirstOrThrow({
      where: { companyId, provider: "stripe" },
    });
    let deleting: ReturnType<typeof remove> | undefined;
    // It holds a row of the company, and then needs one that the deletion has locked.
    const write = adminDb().$transaction(
      async (tx) => {
        await tx.deposit.update({
          where: { companyId_id: { companyId, id: mine.depositIds.pending } },
          data: { description: "still writing" },
        });
        deleting = remove(token);
        await eventually(async () => {
          const [row] = await adminDb().$queryRaw<{ waiting: number }[]>`
            SELECT count(*)::int AS waiting FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'
              AND query LIKE '%DELETE FROM%companies%'`;
          expect(row?.waiting).toBe(1);
        });
        await tx.integration.update({
          where: { companyId_id: { companyId, id: integration.id } },
          data: { displayName: "still writing" },
        });
      },
      { timeout: 900_000 },
    );
    const [, answer] = await Promise.all([
      write.catch(() => undefined),
      write.then(
        () => deleting,
        () => deleting,
      ),
    ]);
    expect(answer?.status).toBe(200);
    expect(summed(await ownedRows(mine))).toEqual([]);
  });
});

describe("providers", () => {
  const calls = async (path: string) => {
    const answer = await fetch(`${emulators.control.url}/requests`);
    const { requests }: { requests: { path: string }[] } = await answer.json();
    return requests.filter((each) => each.path.includes(path)).length;
  };

  test("revoke access, unless another company is connected to the same account", async () => {
    const [one, two] = [await signUp(), await signUp()];
    for (const { token } of [one, two]) {
      await connectQuickBooks(token);
      await ok("POST", "/stripe/callback/", token, await consented("/stripe/connect/", token));
    }
    const body = (person: TestCompany) => ({ current_password: person.password });
    expect((await remove(one.token, body(one))).status).toBe(200);
    expect([await calls("tokens/revoke"), await calls("oauth/deauthorize")]).toEqual([0, 0]);
    expect((await remove(two.token, body(two))).status).toBe(200);
    expect([await calls("tokens/revoke"), await calls("oauth/deauthorize")]).toEqual([1, 1]);
  });
});
