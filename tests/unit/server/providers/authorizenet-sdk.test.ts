import { existsSync, readdirSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import axios from "axios/dist/node/axios.cjs";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { createAuthorizeNetCall } from "@/server/providers/authorizenet/client";
import { authenticateTest } from "@/server/providers/authorizenet/requests";
import { eventually } from "@/tests/support/eventually";
import {
  authorizeNetKeys,
  control,
  type Emulators,
  failure,
  printed,
  requests,
  startEmulators,
} from "./support";

// The packages that the vendor's package requires, wherever they are installed.
const vendorRequire = createRequire(createRequire(import.meta.url).resolve("authorizenet"));

let emulators: Emulators;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  emulators = await startEmulators({ company: "empty" });
});
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});
afterAll(() => emulators.close());

function ask(apiUrl = String(emulators.env.AUTHORIZENET_API_URL), timeoutMs = 5000) {
  const retry = { attempts: 1, baseMs: 1, withinMs: 1000 };
  const call = createAuthorizeNetCall({ apiUrl, timeoutMs, retry }, authorizeNetKeys(emulators));
  return call(authenticateTest, z.object({}));
}

async function serve(handler: RequestListener): Promise<string> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/xml/v1/request.api`;
}

describe("the missing callback", () => {
  it("a cut connection ends the call immediately, with a typed error", async () => {
    await control(emulators, "POST", "/faults", { provider: "authorizenet", kind: "cut" });
    // Far below the time-out, which would end it too.
    const error = await failure(ask(undefined, 600_000));
    expect(error).toMatchObject({ provider: "authorizenet", failure: "unavailable" });
    expect(printed(error)).not.toContain(authorizeNetKeys(emulators).transactionKey);
  });

  it("a refused connection and an error status are typed errors too", async () => {
    expect(await failure(ask("http://127.0.0.1:9/xml/v1/request.api", 600_000))).toMatchObject({
      failure: "unavailable",
    });
    await control(emulators, "POST", "/faults", {
      provider: "authorizenet",
      kind: "status",
      status: 502,
    });
    expect(await failure(ask(undefined, 600_000))).toMatchObject({
      failure: "unavailable",
      detail: { status: 502 },
    });
  });

  it("after the time-out the connection is closed, instead of the package's two minutes later", async () => {
    const closed = vi.fn();
    const url = await serve((request) => request.socket.once("close", closed));
    expect(await failure(ask(url, 2000))).toMatchObject({ failure: "unavailable" });
    await eventually(() => expect(closed).toHaveBeenCalledOnce());
  });

  it("a dripping answer is cut off by the time-out as well", async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const drip = setInterval(() => response.write(" "), 10);
      response.once("close", () => clearInterval(drip));
    });
    expect(await failure(ask(url, 150))).toMatchObject({ failure: "unavailable" });
  });
});

describe("loggers", () => {
  it("none is left by 50 calls, nor a listener, and no file is written", async () => {
    const { loggers } = vendorRequire("winston") as { loggers: { loggers: Map<string, unknown> } };
    const events = ["exit", "uncaughtException", "unhandledRejection", "warning", "SIGTERM"];
    const listeners = () => events.map((event) => process.listenerCount(event));
    // Other files of this process may have used the package as it is sold.
    const loggersBefore = loggers.loggers.size;
    await ask();
    const before = listeners();
    for (let count = 0; count < 50; count += 1) await ask();
    expect(loggers.loggers.size).toBe(loggersBefore);
    expect(listeners()).toEqual(before);
    const written = readdirSync(process.cwd()).filter((name) =>
      /^sdk-node|audit\.json$/.test(name),
    );
    expect(written).toEqual([]);
    expect(existsSync("logs")).toBe(false);
  });

  it("the unpatched package leaves them, so the test above can fail", () => {
    const { loggers } = vendorRequire("winston") as { loggers: { loggers: Map<string, unknown> } };
    const path = vendorRequire.resolve("./logger.js");
    const patched = vendorRequire.cache[path];
    delete vendorRequire.cache[path];
    const original = vendorRequire(path) as { getLogger: (category: string) => unknown };
    if (patched) vendorRequire.cache[path] = patched;
    const before = new Set(loggers.loggers.keys());
    original.getLogger("ApiOperationBase");
    const added = [...loggers.loggers.keys()].filter((name) => !before.has(name));
    expect(added).toHaveLength(1);
    for (const name of added) loggers.loggers.delete(name);
  });
});

describe("its axios", () => {
  it("is a current version, and the one we patch", () => {
    const { version } = vendorRequire("axios/package.json") as { version: string };
    const [major = 0, minor = 0] = version.split(".").map(Number);
    expect(major > 1 || (major === 1 && minor >= 13), version).toBe(true);
    expect(vendorRequire("axios")).toBe(axios);
  });

  it("follows no redirect, which would forward the transaction key", async () => {
    const elsewhere = vi.fn();
    const target = await serve((_request, response) => {
      elsewhere();
      response.end("{}");
    });
    const url = await serve((_request, response) => {
      response.writeHead(307, { location: target }).end();
    });
    expect(await failure(ask(url))).toMatchObject({
      failure: "unavailable",
      detail: { status: 307 },
    });
    expect(elsewhere).not.toHaveBeenCalled();
  });

  it("follows none for the SDKs that share it either", async () => {
    const elsewhere = vi.fn();
    const target = await serve((_request, response) => {
      elsewhere();
      response.end("there");
    });
    const url = await serve((_request, response) => {
      response.writeHead(302, { location: target }).end();
    });
    await expect(axios.get(url)).rejects.toMatchObject({ response: { status: 302 } });
    expect(elsewhere).not.toHaveBeenCalled();
  });
});

it("sends the keys in the schema's order and its own client id", async () => {
  await control(emulators, "DELETE", "/requests");
  await ask();
  expect(await requests(emulators, "request.api")).toMatchObject([
    { operation: "authenticateTestRequest", status: 200 },
  ]);
});
