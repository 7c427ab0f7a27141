import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { systemContext } from "@/server/platform/company-id";
import { closeDb } from "@/server/platform/db";
import { stopQueue } from "@/server/platform/queue/queue";
import { deliverWebhooks } from "@/server/webhooks/deliver-webhooks";
import { sweepExpired } from "@/server/worker/sweep";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { webhookErrors } from "../support/documented";
import { dumpRows } from "../support/dump";
import { eventually } from "../support/eventually";
import { MatchingBooks } from "../support/matching-books";
import { join, seedPerson } from "../support/members";
import { startWebhookReceiver, type WebhookReceiver } from "../support/webhook-receiver";
import { startWorkers } from "../support/worker";

// The pauses themselves are tested here.
Object.assign(process.env, { CLOCK_RATE: "1", WEBHOOK_PRIVATE_ADDRESSES: "allow" });

const DAY_MS = 86_400_000;
const thirty = { line: { gross: 30_00 }, payment: { amount: 30_00 } };

let books: MatchingBooks;
let receiver: WebhookReceiver;

beforeEach(async () => {
  [books, receiver] = [await MatchingBooks.create(), await startWebhookReceiver()];
});
afterEach(() => receiver.close());
afterAll(async () => {
  await stopQueue(1_000);
  await closeDb();
});

async function listen(
  { url }: Pick<WebhookReceiver, "url"> = receiver,
  event_types: string[] | null = null,
  token = books.token,
): Promise<{ id: string; secret: string }> {
  const made = await ok("POST", "/webhook-endpoints/", token, { url, event_types });
  return { id: made.webhook_endpoint.id, secret: made.secret };
}

const deliver = ({ companyId } = books) => deliverWebhooks(systemContext(companyId));

const list = async (webhook_endpoint_id: string) => {
  const path = `/webhook-endpoints/deliveries/?webhook_endpoint_id=${webhook_endpoint_id}`;
  return (await ok("GET", path, books.token)).deliveries;
};

const theEndpoint = async () =>
  (await ok("GET", "/webhook-endpoints/", books.token)).webhook_endpoints[0];

/** Ends what an endpoint and its deliveries wait for. */
async function letTimePass(ms = 0): Promise<void> {
  const { companyId } = books;
  const earlier = (at: Date | null) => at && new Date(at.getTime() - ms);
  for (const { id, failingSince } of await adminDb().webhookEndpoint.findMany()) {
    const data = { heldUntil: null, failingSince: earlier(failingSince) };
    await adminDb().webhookEndpoint.updateMany({ where: { companyId, id }, data });
  }
  for (const { id, queuedAt } of await adminDb().webhookDelivery.findMany()) {
    const data = { queuedAt: earlier(queuedAt) ?? queuedAt, nextAttemptAt: new Date(0) };
    await adminDb().webhookDelivery.updateMany({ where: { companyId, id }, data });
  }
}

test("what happens to a deposit and to a sync is sent, signed, and to its company alone", async () => {
  const { secret } = await listen();
  const strangers = await startWebhookReceiver();
  const stranger = await MatchingBooks.create();
  await listen(strangers, null, stranger.token);
  const chosen = await startWebhookReceiver();
  const picky = await listen(chosen, ["deposit.matched"]);

  const { deposit } = await books.suggestion([thirty]);
  const body = { deposit_id: deposit.id };
  await ok("POST", "/qb/confirm-match/", books.token, body);
  await adminDb().posting.updateMany({
    where: { depositId: deposit.id },
    data: { state: "failed", errorCode: "closed_books" },
  });
  await ok("POST", "/qb/undo/", books.token, body);
  await ok("POST", "/qb/delete-deposit/", books.token, body);
  await ok("POST", "/qb/restore-deposit/", books.token, body);
  const { companyId } = books;
  const { integrationId } = await adminDb().deposit.findFirstOrThrow({ where: { companyId } });
  const run = { companyId, integrationId, trigger: "manual" } as const;
  const { id: run_id } = await adminDb().syncRun.create({ data: run });
  const ended = { state: "succeeded", finishedAt: new Date() } as const;
  await adminDb().syncRun.updateMany({ where: { id: run_id }, data: ended });

  for (const each of [books, stranger]) await deliver(each);
  const sent = receiver.verified(secret);
  const about = (status: string) => ({ company_id: companyId, deposit_id: deposit.id, status });
  const expected = [
    ["deposit.created", about("suggested")],
    ["deposit.matched", about("matched")],
    [
      "deposit.posting_failed",
      { ...about("matched"), posting_state: "failed", error_code: "closed_books" },
    ],
    ["deposit.unmatched", about("pending")],
    ["deposit.suggested", about("suggested")],
    ["deposit.suggestion_withdrawn", about("pending")],
    ["deposit.deleted", about("pending")],
    ["deposit.restored", about("pending")],
    [
      "sync.finished",
      {
        ...{ company_id: companyId, run_id, state: "succeeded" },
        ...{ provider: "stripe", error_code: null },
      },
    ],
  ];
  // In any order: two of one transaction may have the same time.
  expect(sent).toHaveLength(expected.length);
  expect(sent.map(({ type, data }) => [type, data])).toEqual(expect.arrayContaining(expected));
  expect(sent.flatMap((each) => webhookErrors(each.type, each))).toEqual([]);
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(9);
  expect(receiver.received[0]?.headers).toMatchObject({ "content-type": "application/json" });
  expect(chosen.verified(picky.secret).map(({ type }) => type)).toEqual(["deposit.matched"]);
  expect(strangers.received).toEqual([]);
  await Promise.all([strangers.close(), chosen.close()]);
});

test("a worker finds what waits, and several at once send it once", async () => {
  const { id, secret } = await listen();
  await books.deposit([{ gross: 1_00 }]);
  await Promise.all([deliver(), deliver(), deliver()]);
  expect(receiver.received).toHaveLength(1);
  await books.deposit([{ gross: 2_00 }]);
  const workers = await startWorkers();
  await eventually(() => expect(receiver.verified(secret)).toHaveLength(2));
  await eventually(async () => expect((await list(id))[0].state).toBe("delivered"));
  await workers.stop();
});

test("a failure is retried under the same id, after growing pauses", async () => {
  const { id } = await listen();
  receiver.answers(503, `busy\u0000${"x".repeat(600)}`);
  await books.deposit([{ gross: 1_00 }]);
  const pauses: number[] = [];
  for (let attempt = 1; attempt <= 7; attempt += 1) {
    await deliver();
    // Not due: nothing happens.
    await deliver();
    const [delivery] = await list(id);
    expect(delivery).toMatchObject({ state: "waiting", attempts: attempt, status: 503 });
    expect(delivery.answer).toBe(`busy${"x".repeat(496)}`);
    expect(delivery.problem).toBe("The answer was 503. Only 2xx counts as received.");
    pauses.push(Date.parse(delivery.next_attempt_at) - Date.parse(delivery.attempted_at));
    await letTimePass();
  }
  const expected = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];
  expect(pauses.map((pause) => Math.round(pause / 1000))).toEqual(expected);
  expect((await theEndpoint()).failing_since).not.toBeNull();
  // Meanwhile, others wait too, a little.
  await books.deposit([{ gross: 2_00 }]);
  receiver.answers(302, "", { Location: receiver.url });
  await deliver();
  await deliver();
  expect(receiver.received).toHaveLength(8);
  receiver.answers(204);
  await letTimePass();
  await deliver();
  expect((await list(id)).map(({ state }: { state: string }) => state)).toEqual([
    ...["delivered", "delivered"],
  ]);
  expect((await theEndpoint()).failing_since).toBeNull();
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect(new Set(ids.slice(0, 7)).size).toBe(1);
  expect(new Set(ids).size).toBe(2);
});

test("after five days it is disabled, owners and admins hear of it, and what failed is replayed", async () => {
  const { id } = await listen();
  const [admin, viewer] = [await seedPerson(), await seedPerson()];
  await join(books.companyId, admin, "admin");
  await join(books.companyId, viewer, "viewer");
  receiver.answers(500);
  await books.deposit([{ gross: 1_00 }]);
  await deliver();
  await letTimePass(4 * DAY_MS);
  await deliver();
  expect((await theEndpoint()).disabled_at).toBeNull();
  await letTimePass(DAY_MS);
  await deliver();
  expect(await theEndpoint()).toMatchObject({ disabled_because: "failing" });
  const [{ id: delivery_id, state }] = await list(id);
  expect(state).toBe("failed");
  const told = await adminDb().notification.findMany({ where: { companyId: books.companyId } });
  expect(told.map(({ userId }) => userId).sort()).toEqual([books.userId, admin.userId].sort());
  expect(told[0]?.title).toMatch(/^Webhooks to 127\.0\.0\.1:\d+ were disabled$/);
  // Nothing is collected while it is disabled.
  await books.deposit([{ gross: 2_00 }]);
  expect(await list(id)).toHaveLength(1);

  const replay = () =>
    call("POST", "/webhook-endpoints/replay/", { token: books.token, body: { delivery_id } });
  expect((await replay()).body.code).toBe("wrong_step");
  receiver.answers(200);
  const webhook_endpoint_id = id;
  await ok("POST", "/webhook-endpoints/change/", books.token, {
    webhook_endpoint_id,
    enabled: true,
  });
  const failed = { webhook_endpoint_id, since: new Date(Date.now() - DAY_MS).toISOString() };
  const answer = await ok("POST", "/webhook-endpoints/replay-failed/", books.token, failed);
  expect(answer).toEqual({ message: "1 delivery is sent again", replayed: 1 });
  await deliver();
  expect((await list(id))[0]).toMatchObject({ state: "delivered", attempts: 1, problem: "" });
  expect((await replay()).status).toBe(200);
  await deliver();
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect(ids).toHaveLength(5);
  expect(new Set(ids).size).toBe(1);
});

test("an endpoint that is gone is disabled at once", async () => {
  await listen();
  receiver.answers(410);
  await books.deposit([{ gross: 1_00 }]);
  await deliver();
  expect(await theEndpoint()).toMatchObject({ disabled_because: "gone" });
});

test("a receiver that doesn't answer holds up no other", async () => {
  receiver.answers(null);
  await listen();
  const quick = await startWebhookReceiver();
  await listen(quick);
  await books.deposit([{ gross: 1_00 }]);
  const round = deliver();
  await eventually(() => expect([receiver, quick].map((r) => r.received.length)).toEqual([1, 1]));
  await receiver.close();
  await round;
  const [slow] = await list((await theEndpoint()).id);
  expect(slow.problem).toBe("The connection was closed before an answer.");
  await quick.close();
});

test("nothing is sent while the installation is paused", async () => {
  await listen();
  await books.deposit([{ gross: 1_00 }]);
  await adminDb().installation.updateMany({ data: { pausedAt: new Date() } });
  await deliver();
  await adminDb().installation.updateMany({ data: { pausedAt: null } });
  expect(receiver.received).toEqual([]);
  await deliver();
  expect(receiver.received).toHaveLength(1);
});

test("a secret is shown once, and stored sealed; its successor signs beside it", async () => {
  const { id: webhook_endpoint_id, secret } = await listen();
  const headers = { "Idempotency-Key": "roll-1" };
  const rolled = await call("POST", "/webhook-endpoints/roll-secret/", {
    ...{ token: books.token, headers, body: { webhook_endpoint_id } },
  });
  const test = await ok("POST", "/webhook-endpoints/test/", books.token, { webhook_endpoint_id });
  await deliver();
  const data = { company_id: books.companyId };
  for (const each of [secret, rolled.body.secret]) {
    expect(receiver.verified(each)).toEqual([
      { type: "webhook.test", timestamp: expect.any(String), data },
    ]);
  }
  const [delivery] = await list(webhook_endpoint_id);
  expect(delivery).toMatchObject({ id: test.delivery_id, state: "delivered", answer: "thanks" });
  const seen = [
    await dumpRows(),
    JSON.stringify(await theEndpoint()),
    JSON.stringify(await list(webhook_endpoint_id)),
  ].join();
  for (const each of [secret, rolled.body.secret]) {
    expect(seen).not.toContain(each.slice("whsec_".length));
  }
});

test("URLs are checked when they are saved", async () => {
  const create = (url: string) =>
    call("POST", "/webhook-endpoints/", { token: books.token, body: { url, event_types: null } });
  await listen();
  const again = await create(receiver.url);
  expect([again.status, again.body.code]).toEqual([409, "already_exists"]);
  process.env.WEBHOOK_PRIVATE_ADDRESSES = "refuse";
  try {
    for (const url of ["http://example.com", "https://localhost/x", "https://nowhere.invalid"]) {
      const { status, body } = await create(url);
      expect([status, body.code, Object.keys(body.fields)]).toEqual([
        ...[422, "unusable_input", ["url"]],
      ]);
    }
  } finally {
    process.env.WEBHOOK_PRIVATE_ADDRESSES = "allow";
  }
  for (let n = 1; n < 10; n += 1) await listen({ url: `${receiver.url}&n=${n}` });
  const { status, body } = await create(`${receiver.url}&n=10`);
  expect([status, body.code]).toEqual([409, "limit_reached"]);
});

test("deliveries are deleted after 30 days", async () => {
  const { id } = await listen();
  await books.deposit([{ gross: 1_00 }]);
  await books.deposit([{ gross: 2_00 }]);
  const [, old] = await list(id);
  const createdAt = new Date(Date.now() - 30 * DAY_MS - 1_000);
  await adminDb().webhookDelivery.updateMany({ where: { id: old.id }, data: { createdAt } });
  await sweepExpired();
  expect(await list(id)).toHaveLength(1);
});
