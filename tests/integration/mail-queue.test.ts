import { afterAll, beforeAll, expect, test } from "vitest";
import { deliverMail } from "@/server/mail/deliver-mail";
import { queueMail } from "@/server/mail/queued-mail";
import { closeDb, db } from "@/server/platform/db";
import { stopQueue } from "@/server/platform/queue/queue";
import { sweepDaily } from "@/server/worker/sweep";
import { dumpRows } from "../support/dump";
import { type MailServer, startMailServer } from "../support/mail-server";
import { startWorkers } from "../support/worker";

// The pauses themselves are tested here.
process.env.CLOCK_RATE = "1";

let mailServer: MailServer;

beforeAll(async () => {
  mailServer = await startMailServer();
  process.env.SMTP_URL = mailServer.url;
});
afterAll(async () => {
  await stopQueue(1_000);
  await closeDb();
  await mailServer.close();
});

const queue = (to: string | null, text = "Hello", lifetimeSeconds = 600) =>
  db("accounts").$transaction((tx) =>
    queueMail(tx, { to, subject: "A test", text }, { lifetimeSeconds }),
  );
const find = (id: string) => db("jobs").mail.findUnique({ where: { id } });
const receivedBy = (address: string) =>
  mailServer.received.filter(({ to }) => to.includes(address)).length;

/** Makes a mail due now. */
const due = (id: string) =>
  db("jobs").$executeRaw`UPDATE mails SET next_attempt_at = now() WHERE id = ${id}::uuid`;

test("a mail is delivered once, and no part of it is kept", async () => {
  const id = await queue("once@example.com");
  await Promise.all([deliverMail(id), deliverMail(id), deliverMail(id)]);
  expect(receivedBy("once@example.com")).toBe(1);
  expect(mailServer.received.at(-1)?.raw).toContain(`Message-ID: <${id}@localhost>`);
  expect(await find(id)).toBeNull();
  await deliverMail(id);
  expect(receivedBy("once@example.com")).toBe(1);
});

test("recipient and text are sealed while it waits", async () => {
  await queue("sealed@example.com", "the code is 424242");
  const dump = await dumpRows();
  expect(dump).not.toContain("sealed@example.com");
  expect(dump).not.toContain("424242");
});

test("a temporarily refused mail is retried with growing pauses", async () => {
  const id = await queue("later@example.com");
  const pauses: number[] = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    mailServer.refuse(451);
    await deliverMail(id);
    // Not due: nothing happens.
    await deliverMail(id);
    const [row] = await db("jobs").$queryRaw<{ pause: number; attempts: number }[]>`
      SELECT extract(epoch FROM next_attempt_at - now())::float8 AS pause, attempts
      FROM mails WHERE id = ${id}::uuid`;
    expect(row?.attempts).toBe(attempt + 1);
    pauses.push(row?.pause ?? 0);
    await due(id);
  }
  // Of 5, 10 and 20 seconds, a random part between half and all.
  for (const [attempt, longest] of [5, 10, 20].entries()) {
    expect(pauses[attempt]).toBeGreaterThan(longest / 2 - 1);
    expect(pauses[attempt]).toBeLessThanOrEqual(longest);
  }
  await deliverMail(id);
  expect(receivedBy("later@example.com")).toBe(1);
  expect(await find(id)).toBeNull();
});

test("a permanently refused mail is dropped", async () => {
  const id = await queue("never@example.com");
  mailServer.refuse(550);
  await deliverMail(id);
  expect(await find(id)).toBeNull();
  expect(receivedBy("never@example.com")).toBe(0);
});

test("a mail without a job, or with a dead worker, is found by the sweep", async () => {
  const id = await queue("found@example.com");
  const workers = await startWorkers();
  await mailServer.waitFor("found@example.com");
  await workers.stop();
  expect(receivedBy("found@example.com")).toBe(1);
  expect(await find(id)).toBeNull();
});

test("an outdated mail is not sent, and swept", async () => {
  const id = await queue("old@example.com", "Hello", 0);
  await deliverMail(id);
  expect(receivedBy("old@example.com")).toBe(0);
  expect(await find(id)).not.toBeNull();
  await sweepDaily();
  expect(await find(id)).toBeNull();
});

test("a mail to an unknown address is processed alike and reaches no one", async () => {
  const before = mailServer.received.length;
  const id = await queue(null);
  await deliverMail(id);
  expect(await find(id)).toBeNull();
  expect(mailServer.received.length).toBe(before);
});
