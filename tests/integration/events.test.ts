import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { EVENT_NAMES } from "@/lib/contracts/values/events";
import { type Sandbox, startSandbox } from "@/sandbox/start";
import { closeDb } from "@/server/db";
import { MOST_STREAMS } from "@/server/events/open-streams";
import { stopQueue } from "@/server/jobs/queue";
import { call, ok } from "../setup/client";
import { connectedCompany, signUp } from "../setup/company";
import { Followed } from "../setup/event-stream";
import { everything } from "../setup/everything";
import { type FullBooks, plantFullBooks } from "../setup/full-books";
import { injectFault } from "../setup/stand-in";
import { WorkerProcess } from "../setup/worker-process";

let sandbox: Sandbox;
const open: Followed[] = [];

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 5, today: "2026-11-02" });
  Object.assign(process.env, sandbox.env);
});
afterEach(async () => {
  const left = open.splice(0);
  for (const stream of left) stream.leave();
  await vi.waitFor(() => expect(left.every(({ ended }) => ended)).toBe(true));
});
afterAll(async () => {
  await stopQueue(1_000);
  await closeDb();
  await sandbox.close();
});

/** Opened, and told how everything is. */
async function follow(token: string, query?: string): Promise<Followed> {
  const stream = await Followed.open(token, query);
  if (stream.response.status !== 200) return stream;
  open.push(stream);
  await vi.waitFor(() => expect(stream.events.length).toBeGreaterThanOrEqual(EVENT_NAMES.length), {
    timeout: 10_000,
  });
  return stream;
}

/** Until this process hears what the database tells: a change before that is told by the first look. */
async function heard(): Promise<void> {
  await vi.waitFor(
    async () => {
      const [row] = await everything().$queryRaw<{ listening: number }[]>`
        SELECT count(*)::int AS listening FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'deposit-matcher-events'`;
      expect(row?.listening).toBe(1);
    },
    { timeout: 10_000 },
  );
}

const within = { timeout: 12_000, interval: 50 };
const notice = ({ companyId, userId }: FullBooks, title: string) =>
  everything().notification.create({ data: { companyId, userId, kind: "issue", title } });

describe("a stream of events", () => {
  test("begins with how everything is, and is not held back on its way", async () => {
    const mine = await plantFullBooks();
    const theirs = await plantFullBooks();
    const stream = await follow(await mine.signIn(), "?wait=0");
    await vi.waitFor(() => expect(stream.ended).toBe(true));
    expect(stream.events.map(({ name }) => name)).toEqual(EVENT_NAMES);
    expect(stream.of("sync-runs")[0].runs.map(({ id }: { id: string }) => id)).toEqual([
      mine.runId,
    ]);
    expect(stream.of("match-run")[0].run.id).toBe(mine.matchRunId);
    expect(stream.of("notifications")[0].unread).toBe(1);
    expect(stream.of("failures")[0].waiting).toBe(1);
    for (const foreign of [theirs.marker, ...theirs.ids]) {
      expect(stream.text).not.toContain(foreign);
    }
    const header = (name: string) => stream.response.headers.get(name);
    expect(header("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(header("cache-control")).toBe("no-store, no-transform");
    expect(header("x-accel-buffering")).toBe("no");
    expect(stream.text).toMatch(/^retry: \d+\n\n/);
  });

  test("tells the progress of a sync that a worker in another process does", async () => {
    const { token } = await connectedCompany(sandbox);
    const other = await signUp();
    // Connecting began some: here one counts.
    await everything().syncRun.deleteMany({});
    const delayed = { provider: "stripe", match: { path: "/v1/balance_transactions" } };
    await injectFault(sandbox, { ...delayed, kind: "delay", delayMs: 30, times: 500 });
    const stream = await follow(token);
    const theirs = await follow(other.token);
    await heard();
    const before = theirs.events.length;
    const worker = new WorkerProcess();
    try {
      const { run } = await ok("POST", "/stripe/save-payouts/?wait=0", token);
      const seen = () =>
        stream
          .of("sync-runs")
          .flatMap(({ runs }) => runs)
          .filter(({ id }: { id: string }) => id === run.id);
      await vi.waitFor(() => expect(seen().at(-1)?.state).toBe("succeeded"), {
        timeout: 100_000,
        interval: 50,
      });
      const told = seen().filter(({ total }: { total: number | null }) => total !== null);
      const done = told.map((each: { done: number }) => each.done);
      expect(new Set(done).size).toBeGreaterThan(3);
      expect(done).toEqual([...done].sort((a, b) => a - b));
      expect(told.at(-1).done).toBe(told.at(-1).total);
      expect(theirs.text).not.toContain(run.id);
      expect(theirs.events.length).toBe(before);
    } finally {
      await worker.stop();
    }
  }, 180_000);

  test("tells of a notification, and nobody else's", async () => {
    const [mine, theirs] = [await plantFullBooks(), await plantFullBooks()];
    const stream = await follow(await mine.signIn());
    await heard();
    await notice(theirs, "theirs");
    await notice(mine, "mine");
    await vi.waitFor(() => expect(stream.of("notifications").at(-1).unread).toBe(2), within);
    expect(stream.of("notifications").map(({ unread }) => unread)).toEqual([1, 2]);
    for (const foreign of [theirs.marker, ...theirs.ids]) {
      expect(stream.text).not.toContain(foreign);
    }
  });

  test("goes on after the connection to the database was cut, and misses nothing", async () => {
    const mine = await plantFullBooks();
    const stream = await follow(await mine.signIn());
    await heard();
    await everything().$queryRaw`SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'deposit-matcher-events'`;
    await notice(mine, "while nobody listened");
    await vi.waitFor(() => expect(stream.of("notifications").at(-1).unread).toBe(2), within);
    await heard();
    await notice(mine, "again");
    await vi.waitFor(() => expect(stream.of("notifications").at(-1).unread).toBe(3), within);
  });
});

describe("a stream of events ends", () => {
  test("when its session does, and no other's", async () => {
    const mine = await plantFullBooks();
    const [leaving, staying] = [await mine.signIn(), await mine.signIn()];
    const [ending, going] = [await follow(leaving), await follow(staying)];
    await heard();
    await ok("POST", "/user/logout/api/", leaving);
    await vi.waitFor(() => expect(ending.ended).toBe(true), within);
    await notice(mine, "after");
    await vi.waitFor(() => expect(going.of("notifications").at(-1).unread).toBe(2), within);
    expect(ending.of("notifications")).toHaveLength(1);
  });

  test("when the server is told to stop", async () => {
    const before = process.listeners("SIGTERM");
    const stream = await follow(await (await plantFullBooks()).signIn());
    const added = process.listeners("SIGTERM").filter((each) => !before.includes(each));
    expect(added).toHaveLength(1);
    for (const stop of added) stop("SIGTERM");
    await vi.waitFor(() => expect(stream.ended).toBe(true), within);
    expect(process.listeners("SIGTERM")).toEqual(before);
  });

  test("after the time that was asked for", async () => {
    const stream = await follow(await (await plantFullBooks()).signIn(), "?wait=1");
    await vi.waitFor(() => expect(stream.ended).toBe(true), within);
  });
});

describe("a session", () => {
  test("has so many streams and no more, and gets back what it leaves", async () => {
    const mine = await plantFullBooks();
    const token = await mine.signIn();
    const streams: Followed[] = [];
    for (let nth = 0; nth < MOST_STREAMS; nth += 1) streams.push(await follow(token));
    const refused = await call("GET", "/events/", { token });
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("30");
    streams[0]?.leave();
    await vi.waitFor(() => expect(streams[0]?.ended).toBe(true));
    expect((await follow(token)).response.status).toBe(200);
    expect((await follow(await mine.signIn())).response.status).toBe(200);
  });

  test("is not kept alive by it, and without one there is none", async () => {
    const mine = await plantFullBooks();
    const token = await mine.signIn();
    await everything().session.updateMany({
      where: { companyId: mine.companyId },
      data: { lastSeenAt: new Date(Date.now() - 600_000) },
    });
    const seenAt = () =>
      everything().session.findMany({
        where: { companyId: mine.companyId },
        select: { lastSeenAt: true },
      });
    const before = await seenAt();
    await follow(token);
    expect(await seenAt()).toEqual(before);
    expect((await call("GET", "/events/", { token: "TOKEN nobody" })).status).toBe(401);
  });
});
