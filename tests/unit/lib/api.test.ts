import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { call, callForFile, callForStream, callPublic } from "@/lib/api";
import { ApiError, NetworkError } from "@/lib/api-errors";
import {
  clearSession,
  isSignedIn,
  readToken,
  subscribeSession,
  updateUser,
  writeSession,
} from "@/lib/session-store";
import { readUser } from "@/lib/session-user";

const list = "GET /qb/deposit-status/";
const enter = "POST /user/login/api/";
const body = { username: "vera", password: "secret" };

const user = {
  id: 7,
  username: "vera",
  email: "vera@example.com",
  first_name: "",
  last_name: "",
  date_joined: "2026-01-01T00:00:00Z",
};
const TOKEN = "TOKEN abc";

/** The browser objects around our code; fetch and the server are real. */
const location = { pathname: "/transactions", search: "?page=2", assign: vi.fn() };
let server: ReturnType<typeof createServer>;
let respond: RequestListener;

beforeEach(async () => {
  server = createServer((request, response) => respond(request, response)).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const reach = globalThis.fetch;
  vi.stubGlobal("fetch", (path: string, init: RequestInit) =>
    reach(`http://127.0.0.1:${port}${path}`, init),
  );
  vi.stubGlobal("localStorage", storage());
  vi.stubGlobal("sessionStorage", storage());
  vi.stubGlobal("window", Object.assign(new EventTarget(), { location }));
  location.assign.mockClear();
});

afterEach(async () => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function storage() {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  };
}

function answer(status: number, body: unknown, headers: Record<string, string> = {}) {
  respond = (_request, response) => {
    response.writeHead(status, headers);
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
}

const refusal = (message: string, code: string) => ({ message, code, request_id: "req-1" });

describe("call", () => {
  beforeEach(() => writeSession({ token: TOKEN, user }));

  it("sends the stored token under /api, and reads the answer", async () => {
    const seen: unknown[] = [];
    respond = ({ method, url, headers }, response) => {
      seen.push(method, url, headers.authorization, headers["content-type"]);
      response.end(JSON.stringify({ deposits: [] }));
    };
    await expect(call(list, { query: { page: 2 } })).resolves.toEqual({ deposits: [] });
    expect(seen).toEqual(["GET", "/api/qb/deposit-status/?page=2", TOKEN, undefined]);
  });

  it("sends a body as JSON, and no token without a session", async () => {
    clearSession();
    const seen: unknown[] = [];
    respond = async (request, response) => {
      const sent = await request.setEncoding("utf8").toArray();
      const { authorization, "content-type": type } = request.headers;
      seen.push(request.method, authorization, type, sent.join(""));
      response.end('{"message":"in"}');
    };
    await expect(callPublic(enter, { body })).resolves.toEqual({ message: "in" });
    expect(seen).toEqual(["POST", undefined, "application/json", JSON.stringify(body)]);
  });

  it("throws the server's message with code, fields and request id", async () => {
    answer(422, { ...refusal("That name is taken.", "invalid"), fields: { name: "Taken" } });
    const error = await callPublic(enter, { body }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 422,
      message: "That name is taken.",
      code: "invalid",
      fields: { name: "Taken" },
      requestId: "req-1",
    });
  });

  it("carries the challenge of a sign-in with two factors", async () => {
    answer(401, { ...refusal("Enter the code.", "two_factor_required"), challenge: "c-1" });
    await expect(callPublic(enter, { body })).rejects.toMatchObject({
      code: "two_factor_required",
      more: { challenge: "c-1" },
    });
  });

  it("returns when a throttled call may be retried", async () => {
    answer(429, refusal("Too many attempts.", "rate_limited"), { "retry-after": "42" });
    await expect(call(list)).rejects.toMatchObject({
      status: 429,
      more: { retryAfterSeconds: 42 },
    });
    answer(429, refusal("Too many attempts.", "rate_limited"));
    await expect(call(list)).rejects.toMatchObject({ status: 429, more: {} });
  });

  it("repeats a call after a refusal for a moment, in which nothing was changed", async () => {
    const asked: number[] = [];
    respond = (request, response) => {
      asked.push(performance.now());
      request.resume();
      const isBusy = asked.length < 3;
      response.writeHead(isBusy ? 429 : 200, isBusy ? { "retry-after": "1" } : {});
      response.end(JSON.stringify(isBusy ? refusal("Busy.", "rate_limited") : { count: 2 }));
    };
    const post = "POST /qb/post-ready/";
    await expect(call(post, { body: { revision: "r" } })).resolves.toEqual({ count: 2 });
    expect(asked).toHaveLength(3);
    // A timer may be early by a millisecond.
    expect((asked[2] ?? 0) - (asked[0] ?? 0)).toBeGreaterThan(1990);
  });

  it("repeats it no longer than two minutes, and not after an abort", async () => {
    let count = 0;
    respond = (_request, response) => {
      count += 1;
      response.writeHead(429, { "retry-after": "5" });
      response.end(JSON.stringify(refusal("Busy.", "rate_limited")));
    };
    const leave = new AbortController();
    const left = call(list, { signal: leave.signal });
    await vi.waitFor(() => expect(count).toBe(1));
    leave.abort(new DOMException("left", "AbortError"));
    await expect(left).rejects.toThrow("left");

    const now = vi.spyOn(performance, "now");
    const refused = call(list);
    await vi.waitFor(() => expect(now).toHaveBeenCalled());
    now.mockReturnValue(performance.now() + 116_000);
    await expect(refused).rejects.toMatchObject({ status: 429, message: "Busy." });
    expect(count).toBe(2);
    now.mockRestore();
  });

  it.each([
    ["a page of a proxy", 502, "<h1>Bad Gateway</h1>"],
    ["no JSON at all", 200, ""],
  ])("throws an ApiError for %s", async (_, status, body) => {
    answer(status, body, { "x-request-id": "req-2" });
    await expect(call(list)).rejects.toMatchObject({
      name: "ApiError",
      status,
      code: "unexpected_answer",
      requestId: "req-2",
    });
  });

  it("throws a NetworkError when the connection breaks", async () => {
    respond = (request) => request.socket.destroy();
    await expect(call(list)).rejects.toBeInstanceOf(NetworkError);
  });

  it("throws a NetworkError when the connection breaks in the middle of the answer", async () => {
    respond = (_request, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write('{"things":', () => response.destroy());
    };
    await expect(call(list)).rejects.toBeInstanceOf(NetworkError);
  });

  it("throws a NetworkError on a time-out", async () => {
    respond = () => undefined;
    const error = await call(list, { timeoutMs: 20 }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ message: "The server took too long to answer." });
  });

  it("forwards the caller's abort", async () => {
    const controller = new AbortController();
    respond = () => controller.abort();
    await expect(call(list, { signal: controller.signal })).rejects.toMatchObject({
      name: "AbortError",
    });
  });
});

describe("callForFile", () => {
  beforeEach(() => writeSession({ token: TOKEN, user }));

  it("returns the bytes with their type, and sends the token", async () => {
    const seen: unknown[] = [];
    respond = ({ headers }, response) => {
      seen.push(headers.authorization);
      response.writeHead(200, { "content-type": "image/png" }).end(Buffer.from([1, 2, 255]));
    };
    const file = await callForFile(list);
    expect(seen).toEqual([TOKEN]);
    expect(file.type).toBe("image/png");
    expect([...new Uint8Array(await file.arrayBuffer())]).toEqual([1, 2, 255]);
  });

  it("throws the server's refusal", async () => {
    answer(404, refusal("There is no picture", "not_found"));
    await expect(callForFile(list)).rejects.toMatchObject({ status: 404, code: "not_found" });
  });
});

describe("a 401", () => {
  beforeEach(() => {
    writeSession({ token: TOKEN, user });
    answer(401, refusal("Your session has ended.", "unauthenticated"));
  });

  it("ends the session and redirects to sign-in, with the return path", async () => {
    const changes = vi.fn();
    const stop = subscribeSession(changes);
    await expect(call(list)).rejects.toMatchObject({ status: 401 });
    stop();
    expect([readToken(), isSignedIn(), readUser()]).toEqual([null, false, null]);
    expect(location.assign.mock.calls).toEqual([["/login?next=%2Ftransactions%3Fpage%3D2"]]);
    expect(changes).toHaveBeenCalled();
  });

  it("redirects once for several pending calls", async () => {
    await Promise.allSettled([call(list), call(list), call(list)]);
    expect(location.assign).toHaveBeenCalledOnce();
  });

  it("keeps a session that began during the request", async () => {
    respond = (_request, response) => {
      writeSession({ token: "TOKEN new", user });
      response.writeHead(401).end(JSON.stringify(refusal("Ended.", "unauthenticated")));
    };
    await expect(call(list)).rejects.toMatchObject({ status: 401 });
    expect(readToken()).toBe("TOKEN new");
    expect(location.assign).not.toHaveBeenCalled();
  });

  it("changes nothing after the session was cleared: the pages' guard redirects", async () => {
    clearSession();
    await expect(call(list)).rejects.toMatchObject({ status: 401 });
    expect(location.assign).not.toHaveBeenCalled();
  });

  it("on a public endpoint is only an answer", async () => {
    await expect(callPublic(enter, { body })).rejects.toMatchObject({ status: 401 });
    expect(isSignedIn()).toBe(true);
    expect(location.assign).not.toHaveBeenCalled();
  });
});

describe("without a token", () => {
  const calls = {
    call: () => call(list),
    callForFile: () => callForFile("GET /user/avatar/"),
    callForStream: () => callForStream("GET /events/"),
  };

  beforeEach(() => answer(401, refusal("Please sign in", "unauthenticated")));

  it.each(Object.entries(calls))("%s ends a session that has only the flag", async (_, work) => {
    writeSession({ token: TOKEN, user });
    localStorage.removeItem("authToken");
    await expect(work()).rejects.toMatchObject({ status: 401, message: "Please sign in" });
    expect(isSignedIn()).toBe(false);
    expect(location.assign.mock.calls).toEqual([["/login?next=%2Ftransactions%3Fpage%3D2"]]);
  });

  it.each(Object.entries(calls))("%s stays on the page once signed out", async (_, work) => {
    await expect(work()).rejects.toMatchObject({ status: 401 });
    expect(location.assign).not.toHaveBeenCalled();
  });
});

describe("the stored session", () => {
  it("uses the documented keys", () => {
    writeSession({ token: TOKEN, user });
    expect(localStorage.getItem("authToken")).toBe(TOKEN);
    expect(localStorage.getItem("isAuthenticated")).toBe("true");
    expect(JSON.parse(localStorage.getItem("userData") ?? "")).toEqual(user);
    expect(readUser()).toEqual(user);
  });

  it("returns the same record until another is stored", () => {
    writeSession({ token: TOKEN, user });
    const changes = vi.fn();
    const stop = subscribeSession(changes);
    expect(readUser()).toBe(readUser());
    updateUser({ ...user, first_name: "Vera" });
    stop();
    expect(readUser()?.first_name).toBe("Vera");
    expect(readToken()).toBe(TOKEN);
    expect(changes).toHaveBeenCalledOnce();
  });

  it.each([
    "{broken",
    "",
    "null",
    "[]",
    JSON.stringify({ ...user, id: "7" }),
    JSON.stringify({ ...user, id: 7.5 }),
    JSON.stringify({ ...user, last_name: undefined }),
    JSON.stringify({ ...user, email: null }),
  ])("reads a broken user record as none: %s", (stored) => {
    localStorage.setItem("userData", stored);
    expect(readUser()).toBeNull();
  });
});
