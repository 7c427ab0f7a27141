import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEmulators } from "@/emulators/start";
import { endpoints } from "@/lib/contracts/registry";
import { createSale } from "@/tests/support/emulators";
import { call, ok } from "../support/client";
import { type Running, startWorkers } from "../support/worker";
import { ROWS, type Row } from "./spec-table/rows";
import { World } from "./spec-table/world";

/** Rows of the table in §7 of the specification. */
const ROWS_IN_THE_TABLE = 31;

let world: World;
let workers: Running;

beforeAll(async () => {
  const emulators = await startEmulators({ company: "empty", seed: 11, today: "2026-11-02" });
  Object.assign(process.env, emulators.env);
  workers = await startWorkers();
  for (const amount of [12_345, 23_456, 34_567])
    await createSale(emulators, amount, `Client ${amount}`);
  world = new World(emulators);
});

afterAll(async () => {
  await workers.stop();
  await world.emulators.close();
});

describe("the specification's table of calls", () => {
  test("is complete, and every row has its contract", () => {
    expect(new Set(ROWS.map(({ method, path }) => `${method} ${path}`)).size).toBe(
      ROWS_IN_THE_TABLE,
    );
    const known = endpoints.map(({ method, path }) => `${method} ${path}`);
    for (const { method, path } of ROWS) expect(known).toContain(`${method} ${absolute(path)}`);
  });

  test.each(ROWS)("$method $path", async (row) => {
    if (row.path === "/stripe/connect/") await leaveMatchingToUs();
    const answer = await send(row);
    expect(answer.status, JSON.stringify(answer.body)).toBe(row.status ?? 200);
    for (const field of row.reads) expectField(answer.body, field);
    if (row.message) expect(answer.body.message).toBe(row.message);
  });

  test("the reset password signs in", async () => {
    const { username } = world;
    const body = { username, password: "a third correct horse" };
    await ok("POST", "/user/login/api/", undefined, body);
  });
});

async function send(row: Row) {
  const answer = await call(row.method, absolute(row.path), {
    ...(world.token && { token: world.token }),
    body: await row.payload?.(world),
    headers: world.cookie ? { cookie: world.cookie } : {},
  });
  world.keep(row.path, answer);
  return answer;
}

/** Without Auto Match the deposits stay pending, for the rows that match them. */
async function leaveMatchingToUs(): Promise<void> {
  const settings = await ok("GET", "/settings/company/", world.token);
  await ok("PUT", "/settings/company/", world.token, { ...settings, auto_match: false });
}

/** Some rows are written without the leading slash. */
function absolute(path: string): string {
  return path.startsWith("/") ? path : `/${path}`;
}

function expectField(body: unknown, field: string): void {
  let found = [body];
  for (const step of field.split(".")) {
    const name = step.replace("[]", "");
    for (const value of found) expect(value, `before ${name} of ${field}`).toHaveProperty(name);
    found = found.map((value) => (value as Record<string, unknown>)[name]);
    if (!step.endsWith("[]")) continue;
    for (const list of found) expect(list, field).not.toHaveLength(0);
    found = (found as unknown[][]).flat();
  }
}
