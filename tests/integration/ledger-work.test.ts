import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type Emulators, startEmulators } from "@/emulators/start";
import { examples } from "@/lib/contracts/examples/all";
import { endpoints } from "@/lib/contracts/registry";
import { forgetLists } from "@/server/connections/ledger-cache";
import { systemContext } from "@/server/platform/company-id";
import { closeDb } from "@/server/platform/db";
import { FIXED_DAY } from "@/tools/worlds/worlds";
import { adminDb } from "../support/admin-db";
import { call } from "../support/client";
import { seedApiToken } from "../support/members";
import { inWorld } from "../support/world";

let emulators: Emulators;

// Without workers: what is read is read by the request.
beforeAll(async () => {
  emulators = await startEmulators({
    seed: 6,
    today: FIXED_DAY,

    company: "small",
  });
  Object.assign(process.env, emulators.env);
});
afterAll(async () => {
  await closeDb();
  await emulators.close();
});

async function readsOf(work: () => Promise<unknown>): Promise<number> {
  await fetch(`${emulators.control.url}/requests`, { method: "DELETE" });
  await work();
  const { requests } = await (await fetch(`${emulators.control.url}/requests`)).json();
  return requests.filter(
    ({ path, method }: Record<string, string>) =>
      method === "GET" && path?.startsWith("/v3/company/"),
  ).length;
}

test("whatever reads at QuickBooks in a request is a kind of work", async () => {
  const { companyId, user } = await inWorld("matched", emulators);
  const { id } = await adminDb().deposit.findFirstOrThrow({ where: { companyId } });
  const { token } = await seedApiToken(companyId, { userId: user.id }, "admin");
  const values = { search: "a", deposit_id: id, line_id: 1, wait: 0, page: 1, period: 30 };
  const queryOf = (schema: z.ZodType | undefined) => {
    const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
    const given = Object.entries(values).filter(([name]) => known.includes(name));
    return new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  };
  const silent: string[] = [];
  let reading = 0;
  for (const { name, method, path, work, apiTokens, query } of endpoints) {
    if (!apiTokens || /disconnect|export|events/.test(path)) continue;
    forgetLists(systemContext(companyId));
    const { body } = examples[name] ?? {};
    const reads = await readsOf(async () => {
      await call(method, `${path}?${queryOf(query)}`, {
        ...{ token, body },
      }).catch(() => undefined);
    });
    if (reads > 0) reading += 1;
    if (reads > 0 && work === undefined) silent.push(`${method} ${path}`);
  }
  expect(silent).toEqual([]);
  expect(reading).toBeGreaterThan(9);
});
