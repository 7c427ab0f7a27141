import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { EVENT_NAMES, TOKEN_EVENT_NAMES } from "@/lib/constants/events";
import {
  MAX_STREAMS,
  MAX_STREAMS_OF_TOKEN,
  MAX_STREAMS_OF_TOKENS,
  MAX_STREAMS_OF_USER,
} from "@/server/overview/events/register-stream";
import { closeDb } from "@/server/platform/db";
import { stopQueue } from "@/server/platform/queue/queue";
import { clearFaults, holdLastPayout } from "@/tests/support/emulators";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { connectedCompany, signUp } from "../support/company";
import { Followed } from "../support/event-stream";
import { eventually } from "../support/eventually";
import { type FullLedger, seedFullLedger } from "../support/full-ledger";
import { seedApiToken } from "../support/members";
import { WorkerProcess } from "../support/worker-process";

let emulators: Emulators;
const open: Followed[] = [];

beforeAll(async () => {
  emulators = await startEmulators({ seed: 5, today: "2026-11-02" });
  Object.assign(process.env, emulators.env);
});
afterEach(async () => {
  const left = open.splice(0);
  for (const stream of left) stream.leave();
  await eventually(() => expect(left.every(({ ended }) => ended)).toBe(true));
});
afterAll(async () => {
  await stopQueue(1_000);
  await closeDb();
  await emulators.close();
});

/** Opens a stream and waits for the initial state. */
async function follow(token: string, query?: string): Promise<Followed> {
  const stream = await Followed.open(token, query);
  if (stream.response.status !== 200) return stream;
  open.push(stream);
  await eventually(() => expect(stream.events.length).toBeGreaterThanOrEqual(EVENT_NAMES.length));
  return stream;
}

/** Waits until this process receives the database's notices; earlier changes are in the first read. */
async function heard(): Promise<void> {
  await eventually(async () => {
    const [row] = await adminDb().$queryRaw<{ listening: number }[]>`
        SELECT count(*)::int AS listening FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'deposit-matcher-events'`;
    expect(row?.listening).toBe(1);
  });
}

/** Shorter than the interval of the periodic read, which is fifteen seconds. */
const PROMPT_MS = 10_000;
const ATTEMPTS = 5;

/**
 * Checks that the change arrives by the database's notice, not by the next read. Repeated, because a machine
 * that stalls shows neither.
 */
async function promptly(change: () => Promise<void>, seen: () => void): Promise<void> {
  for (let nth = 0; nth < ATTEMPTS; nth += 1) {
    const began = performance.now();
    await change();
    await eventually(seen);
    if (performance.now() - began < PROMPT_MS) return;
  }
  throw new Error("only the periodic look brings it");
}

const notice = ({ companyId, userId }: FullLedger, title: string) =>
  adminDb().notification.create({ data: { companyId, userId, kind: "issue", title } });

async function promptlyNotified(mine: FullLedger, stream: Followed): Promise<void> {
  let unread = stream.of("notifications").at(-1).unread;
  const one = async () => {
    unread += 1;
    await notice(mine, "one more");
  };
  await promptly(one, () => expect(stream.of("notifications").at(-1).unread).toBe(unread));
}

describe("a stream of events", () => {
  test("begins with the current state, and is not buffered on its way", async () => {
    const mine = await seedFullLedger();
    const theirs = await seedFullLedger();
    const stream = await follow(await mine.signIn(), "?wait=0");
    await eventually(() => expect(stream.ended).toBe(true));
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

  test("reports the progress of a sync in another process", async () => {
    const { token } = await connectedCompany(emulators);
    const other = await signUp();
    // Connecting started some; only one counts here.
    await adminDb().syncRun.deleteMany({});
    const held = await holdLastPayout(emulators);
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
      await eventually(() => expect(seen().at(-1)?.done).toBe(held));
      expect(seen().at(-1).state).toBe("running");
      await clearFaults(emulators);
      await eventually(() => expect(seen().at(-1)?.state).toBe("succeeded"));
      const counted = seen().filter(({ total }: { total: number | null }) => total !== null);
      const done = counted.map((each: { done: number }) => each.done);
      expect(done).toEqual([...done].sort((a, b) => a - b));
      expect(counted.at(-1).done).toBe(counted.at(-1).total);
      expect(theirs.text).not.toContain(run.id);
      expect(theirs.events.length).toBe(before);
    } finally {
      await worker.stop();
    }
  });

  test("reports a notification to its recipient only", async () => {
    const [mine, theirs] = [await seedFullLedger(), await seedFullLedger()];
    const stream = await follow(await mine.signIn());
    await heard();
    await notice(theirs, "theirs");
    await notice(mine, "mine");
    await eventually(() => expect(stream.of("notifications").at(-1).unread).toBe(2));
    expect(stream.of("notifications").map(({ unread }) => unread)).toEqual([1, 2]);
    await promptlyNotified(mine, stream);
    for (const foreign of [theirs.marker, ...theirs.ids]) {
      expect(stream.text).not.toContain(foreign);
    }
  });

  test("continues after the database connection was cut, and misses nothing", async () => {
    const mine = await seedFullLedger();
    const stream = await follow(await mine.signIn());
    await heard();
    await adminDb().$queryRaw`SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'deposit-matcher-events'`;
    await notice(mine, "while the listener was cut off");
    await eventually(() => expect(stream.of("notifications").at(-1).unread).toBe(2));
    await heard();
    await promptlyNotified(mine, stream);
  });
});

describe("a stream of events ends", () => {
  test("when its session does, and no other's", async () => {
    const mine = await seedFullLedger();
    const going = await follow(await mine.signIn());
    let ending = going;
    await heard();
    const leave = async () => {
      const leaving = await mine.signIn();
      ending = await follow(leaving);
      await ok("POST", "/user/logout/api/", leaving);
    };
    await promptly(leave, () => expect(ending.ended).toBe(true));
    await notice(mine, "after");
    await eventually(() => expect(going.of("notifications").at(-1).unread).toBe(2));
    expect(ending.of("notifications")).toHaveLength(1);
  });

  test("when the server stops", async () => {
    const before = process.listeners("SIGTERM");
    const stream = await follow(await (await seedFullLedger()).signIn());
    const added = process.listeners("SIGTERM").filter((each) => !before.includes(each));
    expect(added).toHaveLength(1);
    for (const stop of added) stop("SIGTERM");
    await eventually(() => expect(stream.ended).toBe(true));
    expect(process.listeners("SIGTERM")).toEqual(before);
  });

  test("after the requested time", async () => {
    const stream = await follow(await (await seedFullLedger()).signIn(), "?wait=1");
    await eventually(() => expect(stream.ended).toBe(true));
  });
});

describe("a session", () => {
  test("has a limited number of streams, and regains those it closes", async () => {
    const mine = await seedFullLedger();
    const token = await mine.signIn();
    const streams: Followed[] = [];
    for (let nth = 0; nth < MAX_STREAMS; nth += 1) streams.push(await follow(token));
    const refused = await call("GET", "/events/", { token });
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("30");
    streams[0]?.leave();
    await eventually(() => expect(streams[0]?.ended).toBe(true));
    expect((await follow(token)).response.status).toBe(200);
    expect((await follow(await mine.signIn())).response.status).toBe(200);
  });

  test("shares its user's limit with the user's other sessions", async () => {
    const mine = await seedFullLedger();
    const tokens: string[] = [];
    for (let nth = 0; nth * MAX_STREAMS < MAX_STREAMS_OF_USER; nth += 1) {
      const token = await mine.signIn();
      tokens.push(token);
      for (let each = 0; each < MAX_STREAMS; each += 1) await follow(token);
    }
    const refused = await call("GET", "/events/", { token: await mine.signIn() });
    expect(refused.status).toBe(429);
    const stranger = await seedFullLedger();
    expect((await follow(await stranger.signIn())).response.status).toBe(200);
  });

  test("is not kept alive by a stream, and a stream needs one", async () => {
    const mine = await seedFullLedger();
    const token = await mine.signIn();
    await adminDb().session.updateMany({
      where: { companyId: mine.companyId },
      data: { lastSeenAt: new Date(Date.now() - 600_000) },
    });
    const seenAt = () =>
      adminDb().session.findMany({
        where: { companyId: mine.companyId },
        select: { lastSeenAt: true },
      });
    const before = await seenAt();
    await follow(token);
    expect(await seenAt()).toEqual(before);
    expect((await call("GET", "/events/", { token: "TOKEN nobody" })).status).toBe(401);
  });
});

describe("an API token", () => {
  test("follows its company's deposits until it is revoked, and tells of no other company's", async () => {
    const [mine, theirs] = [await seedFullLedger(), await seedFullLedger()];
    let program = await seedApiToken(mine.companyId, mine, "viewer");
    let stream = await follow(program.token);
    expect(stream.events.map(({ name }) => name)).toEqual(TOKEN_EVENT_NAMES);
    const page = await follow(await mine.signIn());
    await heard();
    const before = page.events.length;
    const told = () => stream.of("deposits").length;
    let count = told();
    const note = (id: number) =>
      adminDb().deposit.updateMany({ where: { id }, data: { description: String(count) } });
    const change = async () => {
      count = told() + 1;
      await note(theirs.depositIds.pending);
      await note(mine.depositIds.pending);
    };
    await promptly(change, () => expect(told()).toBe(count));
    const { deposits } = await ok("GET", "/qb/deposit-status/?sort=-updated", program.token);
    expect(stream.of("deposits").at(-1).updated_at).toBe(deposits[0].updated_at);
    const end = async () => {
      if (stream.ended) {
        program = await seedApiToken(mine.companyId, mine, "viewer");
        stream = await follow(program.token);
      }
      const owner = await mine.signIn();
      await ok("POST", "/api-tokens/revoke/", owner, { api_token_id: program.id });
    };
    await promptly(end, () => expect(stream.ended).toBe(true));
    await note(mine.depositIds.matched);
    expect((await call("GET", "/events/", { token: program.token })).status).toBe(401);
    expect(page.events.length).toBe(before);
    for (const foreign of [theirs.marker, ...theirs.ids]) {
      expect(stream.text).not.toContain(foreign);
    }
  });

  test("has few streams, which leave its maker's pages theirs", async () => {
    const mine = await seedFullLedger();
    for (let streams = 0; streams < MAX_STREAMS_OF_TOKENS; streams += MAX_STREAMS_OF_TOKEN) {
      const { token } = await seedApiToken(mine.companyId, mine, "viewer");
      for (let nth = 0; nth < MAX_STREAMS_OF_TOKEN; nth += 1) await follow(token);
      expect((await call("GET", "/events/?wait=0", { token })).status).toBe(429);
    }
    const further = await seedApiToken(mine.companyId, mine, "viewer");
    expect((await call("GET", "/events/", { token: further.token })).status).toBe(429);
    const session = await mine.signIn();
    for (let nth = 0; nth < MAX_STREAMS; nth += 1) await follow(session);
  });
});
