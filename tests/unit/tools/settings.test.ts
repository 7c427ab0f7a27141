import { mkdtemp, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { parseDatabaseUrls, parseEnv } from "@/server/platform/env";
import { freePort } from "@/tools/process/free-port";
import {
  dataDir,
  environmentWithoutSettings,
  ownSecret,
  requestedPort,
} from "@/tools/product/settings";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "settings-"));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

it("creates this machine's secret once, long enough and readable only by its owner", async () => {
  const [secret, again] = await Promise.all([ownSecret(folder), ownSecret(folder)]);
  expect(again).toBe(secret);
  expect(await ownSecret(folder)).toBe(secret);
  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect((await stat(join(folder, "app-secret"))).mode & 0o777).toBe(0o600);
});

it("says in a sentence that the database's address is no URL", () => {
  const message =
    /^DATABASE_URL must be a URL that starts with postgres:\/\/ or postgresql:\/\/; in its password, write \/ as %2F/;
  for (const password of [
    "pa#ss",
    "pa/ss",
    "pa?ss",
    "12/b",
    "12?b",
    "12#b",
    "p@12/b",
    "5%",
    "%ff",
  ]) {
    const DATABASE_URL = `postgresql://u:${password}@host/db`;
    expect(() => parseDatabaseUrls({ DATABASE_URL }), password).toThrow(message);
    expect(() => parseEnv({ DATABASE_URL }), password).toThrow(message);
  }
  expect(() => parseDatabaseUrls({ MIGRATE_DATABASE_URL: "postgres://o@host/db" })).toThrow(
    "MIGRATE_DATABASE_URL also needs DATABASE_URL.",
  );
  expect(parseDatabaseUrls({ DATABASE_URL: " postgres://u:pa%23ss@host/db " })).toEqual({
    productUrl: "postgres://u:pa%23ss@host/db",
    ownerUrl: "postgres://u:pa%23ss@host/db",
  });
});

it("treats a blank DATA_DIR as unset", () => {
  expect(dataDir({ DATA_DIR: " " })).toBe(join(process.cwd(), ".data"));
});

it("blanks every setting of the product for tests", () => {
  vi.stubEnv("STRIPE_API_BASE", "https://elsewhere.example.com");
  expect(environmentWithoutSettings().STRIPE_API_BASE).toBe("");
  expect(() => parseEnv(environmentWithoutSettings())).toThrow(/isn't set/);
});

describe("requestedPort", () => {
  it("reports a taken port", async () => {
    const server = createServer();
    const port = await freePort();
    await new Promise<void>((resolve) => server.listen(port, resolve));
    vi.stubEnv("PORT", String(port));
    await expect(requestedPort()).rejects.toThrow(`Port ${port} is in use`);
    await new Promise((resolve) => server.close(resolve));
    expect(await requestedPort()).toBe(port);
  });

  it("refuses other text", async () => {
    vi.stubEnv("PORT", "eighty");
    await expect(requestedPort()).rejects.toThrow("PORT must be a port number.");
  });
});
