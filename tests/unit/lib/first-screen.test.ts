import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { call } from "@/lib/api";
import { firstScreenAddress } from "@/lib/first-screen";
import { writeSession } from "@/lib/session-store";
import { pinCompany, tabCompany } from "@/lib/tab-company";

const TOKEN = "TOKEN abc";
const ONE = "8b1f0f3e-5f0c-4c7e-9a51-0d3c6b9be2a4";
const TWO = "2c9d1d5a-7a44-4f0b-8a0e-6d1f7b3b9c11";
const user = {
  ...{ id: 7, username: "vera", email: "vera@example.com", first_name: "", last_name: "" },
  date_joined: "2026-01-01T00:00:00Z",
};
const METRICS = "/api/user/dashboard-status/api/";

let server: ReturnType<typeof createServer>;
/** The addresses that were asked while the page's code ran. */
let asked: string[];

function storage() {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  };
}

beforeEach(async () => {
  asked = [];
  server = createServer(({ url = "", method }, response) => {
    asked.push(`${method} ${url}`);
    response.end(JSON.stringify({ late: true }));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const reach = globalThis.fetch;
  vi.stubGlobal("fetch", (path: string, init: RequestInit) =>
    reach(`http://127.0.0.1:${port}${path}`, init),
  );
  vi.stubGlobal("localStorage", storage());
  vi.stubGlobal("sessionStorage", storage());
  const location = { pathname: "/dashboard", search: "", assign: vi.fn() };
  vi.stubGlobal("window", Object.assign(new EventTarget(), { location }));
  writeSession({ token: TOKEN, user });
  pinCompany(ONE);
});

afterEach(async () => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** What the page's script left behind. */
function early(
  answers: Record<string, Response>,
  {
    token = TOKEN,
    company = ONE,
    begun = performance.now(),
  }: { token?: string; company?: string | null; begun?: number } = {},
) {
  const promised = Object.entries(answers).map(([address, answer]) => [
    address,
    Promise.resolve(answer),
  ]);
  window.earlyCalls = { token, company, begun, answers: Object.fromEntries(promised) };
}

const json = (value: unknown, status = 200) => Response.json(value, { status });
const screen = () =>
  json({ summary: { deposits: 3 }, companies: { companies: [] }, profile: null });
const ADDRESS = firstScreenAddress("dashboard");

describe("what a page asked for before its code was here", () => {
  it("answers the calls of its parts, each once", async () => {
    early({ [ADDRESS]: screen() });
    const both = [call("GET /summary/"), call("GET /companies/")];
    expect(await Promise.all(both)).toEqual([{ deposits: 3 }, { companies: [] }]);
    expect(asked).toEqual([]);
    expect(await call("GET /summary/")).toEqual({ late: true });
    expect(asked).toEqual(["GET /api/summary/"]);
  });

  it("leaves a part that failed to its own call", async () => {
    early({ [ADDRESS]: screen() });
    expect(await call("GET /user/profile/")).toEqual({ late: true });
    early({ [ADDRESS]: json({ message: "busy" }, 500) });
    expect(await call("GET /summary/")).toEqual({ late: true });
    expect(asked).toEqual(["GET /api/user/profile/", "GET /api/summary/"]);
  });

  it("answers a call of the same address, also with its error", async () => {
    const problem = { message: "No figures", code: "conflict", request_id: "r" };
    early({ [METRICS]: json(problem, 409) });
    const metrics = () => call("GET /user/dashboard-status/api/");
    await expect(metrics()).rejects.toMatchObject({ status: 409, message: "No figures" });
    expect(asked).toEqual([]);
    expect(await metrics()).toEqual({ late: true });
  });

  it.each([
    ["another session", { token: "TOKEN other" }],
    ["another company", { company: TWO }],
    ["long ago", { begun: performance.now() - 60_000 }],
  ])("counts for nothing when it is of %s", async (_, facts) => {
    early({ [ADDRESS]: screen(), [METRICS]: json({}) }, facts);
    expect(await call("GET /summary/")).toEqual({ late: true });
    expect(await call("GET /user/dashboard-status/api/")).toEqual({ late: true });
  });

  it("says which company a new tab shows, and goes on to count for it", async () => {
    vi.stubGlobal("sessionStorage", storage());
    vi.stubGlobal("localStorage", storage());
    writeSession({ token: TOKEN, user });
    const answer = screen();
    answer.headers.set("x-company-id", TWO);
    early({ [ADDRESS]: answer, [METRICS]: json({}) }, { company: null });
    expect(await call("GET /summary/")).toEqual({ deposits: 3 });
    expect(tabCompany()).toBe(TWO);
    expect(await call("GET /companies/")).toEqual({ companies: [] });
    expect(await call("GET /user/dashboard-status/api/")).toEqual({ late: true });
  });

  it("counts for nothing after a change", async () => {
    early({ [ADDRESS]: screen() });
    await call("POST /qb/auto-match-all/");
    expect(await call("GET /summary/")).toEqual({ late: true });
    expect(asked).toEqual(["POST /api/qb/auto-match-all/", "GET /api/summary/"]);
  });
});
