import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { GET } from "@/app/metrics/route";
import { type Emulators, startEmulators } from "@/emulators/start";
import { version } from "@/package.json";
import { closeDb } from "@/server/platform/db";
import { log } from "@/server/platform/logger";
import { openWorkerDoor } from "@/server/worker/metrics-server";
import { injectFault } from "@/tests/support/emulators";
import { adminDb } from "../support/admin-db";
import { call, handlerOf } from "../support/client";
import { connectedCompany, type TestCompany } from "../support/company";
import { eventually } from "../support/eventually";
import { type Running, settled, startWorkers } from "../support/worker";

const TOKEN = "a-token-for-prometheus";
const lines: string[] = [];
// Runs before the first log line: the logger keeps the standard output it finds.
vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
  lines.push(String(chunk));
  return true;
});
process.env.LOG_LEVEL = "trace";

/** The driver says once a process that its next version won't queue a connection's statements. */
const warnings: string[] = [];
process.on("warning", ({ message }) => warnings.push(message));

let emulators: Emulators;
let workers: Running;
let company: TestCompany;

beforeAll(async () => {
  emulators = await startEmulators({ seed: 5, today: "2026-11-02" });
  Object.assign(process.env, emulators.env, {
    METRICS_TOKEN: TOKEN,
    QUICKBOOKS_MONTHLY_READS: "500000",
  });
  workers = await startWorkers();
  company = await connectedCompany(emulators);
  await settled(company.token);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await workers.stop();
  await closeDb();
  await emulators.close();
});

const withToken = (authorization?: string) =>
  GET(
    new Request("http://localhost:3000/metrics", {
      headers: authorization === undefined ? {} : { authorization },
    }),
  );

/** Value of the sample with this name and all of these labels. */
async function sample(name: string, labels: Record<string, string> = {}): Promise<number | null> {
  const text = await (await withToken(`Bearer ${TOKEN}`)).text();
  const line = text
    .split("\n")
    .filter((each) => new RegExp(`^deposit_matcher_${name}[{ ]`).test(each))
    .find((each) =>
      Object.entries(labels).every(([key, value]) => each.includes(`${key}="${value}"`)),
    );
  return line === undefined ? null : Number(line.split(" ").at(-1));
}

test.each([
  ["nothing", undefined],
  ["another token", "Bearer another-token-for-all"],
  ["half of it", `Bearer ${TOKEN.slice(0, 10)}`],
  ["no scheme", TOKEN],
  ["another scheme", `Basic ${TOKEN}`],
])("metrics are refused for a caller with %s", async (_, authorization) => {
  const answer = await withToken(authorization);
  expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  expect(await answer.text()).not.toContain("deposit_matcher");
});

test("requests are counted by route pattern, never by actual path", async () => {
  const refused = { method: "POST", route: "/user/login/api/", status: "401" };
  const before = (await sample("http_request_duration_seconds_count", refused)) ?? 0;
  await call("POST", "/user/login/api/", {
    body: { username: "nobody-here", password: "secret12" },
  });
  expect(await sample("http_request_duration_seconds_count", refused)).toBe(before + 1);

  const unknown = await handlerOf("GET", "/api/[[...path]]");
  await unknown(new Request("http://localhost:3000/api/a-path-of-a-stranger"));
  const none = { method: "GET", route: "(none)", status: "404" };
  expect(await sample("http_request_duration_seconds_count", none)).toBe(1);
});

test("jobs and provider calls are counted by outcome", async () => {
  expect(
    await sample("job_duration_seconds_count", { job: "sync", outcome: "done" }),
  ).toBeGreaterThan(0);
  for (const provider of ["stripe", "quickbooks"]) {
    const calls = { provider, outcome: "ok" };
    expect(await sample("provider_call_duration_seconds_count", calls)).toBeGreaterThan(0);
  }
  await injectFault(emulators, { provider: "stripe", kind: "status", status: 403, times: 2 });
  await call("POST", "/stripe/save-payouts/", { token: company.token });
  const forbidden = { provider: "stripe", outcome: "forbidden" };
  expect(await sample("provider_call_duration_seconds_count", forbidden)).toBe(2);
  await eventually(async () => expect(await sample("sync_runs", { state: "failed" })).toBe(1));
});

test("what runs, its disk and its workers are told", async () => {
  expect(await sample("build_info", { version, commit: "" })).toBe(1);
  expect(await sample("disk_free_bytes")).toBeGreaterThan(0);
  await eventually(async () => expect(await sample("worker_last_seen_seconds")).toBeLessThan(30));
});

test("no connection is asked for several things at once", () => {
  expect(warnings.filter((text) => text.includes("client.query()"))).toEqual([]);
});

test("due and overdue work is counted from the rows, for all companies together", async () => {
  expect(await sample("database_up")).toBe(1);
  expect(await sample("integrations", { provider: "stripe", state: "connected" })).toBe(1);
  const posted = await adminDb().posting.count({ where: { state: "posted" } });
  await eventually(async () => expect(await sample("postings", { state: "posted" })).toBe(posted));
  expect(posted).toBeGreaterThan(0);
  await workers.stop();
  await adminDb().$executeRaw`
    UPDATE companies SET match_requested_at = now() - interval '1 hour', matched_at = NULL`;
  await eventually(async () => {
    expect(await sample("queue_jobs", { job: "auto-match" })).toBe(1);
    expect(await sample("queue_oldest_job_seconds", { job: "auto-match" })).toBeGreaterThan(3_599);
  });
  expect(await sample("queue_jobs", { job: "mail" })).toBe(0);
});

test("reads of QuickBooks are counted for this month and this installation's app, beside the allowance", async () => {
  const app = emulators.credentials.quickbooksClientId;
  const month = (back: number) => {
    const now = new Date();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
  };
  await adminDb().monthlyReads.deleteMany();
  await adminDb().monthlyReads.createMany({
    data: [
      { app, month: month(0), reads: 4_321 },
      { app, month: month(1), reads: 99_999 },
      { app: "another", month: month(0), reads: 88_888 },
    ],
  });
  await eventually(async () =>
    expect(await sample("quickbooks_reads", { of: "month" })).toBe(4_321),
  );
  expect(await sample("quickbooks_reads", { of: "allowance" })).toBe(500_000);
});

test("reads of QuickBooks are reported of the twenty companies that made most", async () => {
  const app = emulators.credentials.quickbooksClientId;
  const day = new Date();
  const month = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1));
  const company = (nth: number) => `00000000-0000-4000-8000-${String(nth).padStart(12, "0")}`;
  await adminDb().companyReads.createMany({
    data: Array.from({ length: 21 }, (_, nth) => ({
      ...{ app, company: company(nth), realmHash: new Uint8Array(1), month, day },
      ...{ filledAt: day, reads: 1_000 + nth },
    })),
  });
  await eventually(async () =>
    expect(await sample("quickbooks_company_reads", { company: company(20) })).toBe(1_020),
  );
  expect(await sample("quickbooks_company_reads", { company: company(0) })).toBeNull();
});

test("for how long QuickBooks has refused every read is reported, until one is answered", async () => {
  const refused = (since: string | null) => adminDb().$executeRaw`UPDATE monthly_reads
    SET refused_since = now() - ${since}::text::interval, refusals = 10, tried_at = now()
    WHERE app = ${emulators.credentials.quickbooksClientId}`;
  await refused("7 hours");
  await eventually(async () =>
    expect(await sample("quickbooks_reads_refused_seconds", {})).toBeGreaterThanOrEqual(7 * 3_600),
  );
  await refused(null);
  await eventually(async () =>
    expect(await sample("quickbooks_reads_refused_seconds", {})).toBe(0),
  );
});

test("process and connections are reported, without names", async () => {
  const text = await (await withToken(`Bearer ${TOKEN}`)).text();
  for (const name of [
    "nodejs_eventloop_lag_seconds",
    "process_resident_memory_bytes",
    'deposit_matcher_database_pool_connections{pool="reader",state="idle"}',
    'deposit_matcher_database_pool_connections{pool="orm",state="idle"}',
  ]) {
    expect(text).toContain(name);
  }
  const [row] = await adminDb().company.findMany();
  for (const secret of [row?.id ?? "", company.username, "a-path-of-a-stranger"]) {
    expect(secret).not.toBe("");
    expect(text).not.toContain(secret);
  }
});

test("a worker reports the same, and its health, on a separate port", async () => {
  const door = await openWorkerDoor(0);
  const ask = async (path: string, authorization = "") => {
    const answer = await fetch(`http://127.0.0.1:${door.port}${path}`, {
      headers: { authorization },
    });
    return { status: answer.status, text: await answer.text() };
  };
  expect((await ask("/metrics")).status).toBe(401);
  const authorized = await ask("/metrics", `Bearer ${TOKEN}`);
  expect([
    authorized.status,
    authorized.text.includes("deposit_matcher_job_duration_seconds"),
  ]).toEqual([200, true]);
  expect((await ask("/api/health/live")).text).toBe('{"status":"ok"}');
  expect((await ask("/api/health/ready")).status).toBe(200);
  expect((await ask("/anything")).status).toBe(404);
  await expect(openWorkerDoor(door.port)).rejects.toThrow(
    `Port ${door.port} is in use. Set METRICS_PORT to another port.`,
  );
  await door.close();
});

test("every log line of a request or a job identifies it", async () => {
  log().info("the end");
  const logged = lines
    .join("")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const nobodys = logged.filter((line) => !line.requestId && !line.jobId).map(({ msg }) => msg);
  expect(new Set(nobodys)).toEqual(new Set(["worker started", "the end"]));
  expect(logged.find(({ msg }) => msg === "sync failed")).toMatchObject({
    job: "sync",
    jobId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    level: expect.stringMatching(/^(?:warn|error)$/),
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });
});
