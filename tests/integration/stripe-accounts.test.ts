import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { control as controlEmulators } from "@/tests/support/emulators";
import { adminDb } from "../support/admin-db";
import { call, handlerOf, ok } from "../support/client";
import { connectedCompany, signUp } from "../support/company";
import { type Running, settled, startWorkers } from "../support/worker";

let emulators: Emulators;
let workers: Running;

beforeAll(async () => {
  emulators = await startEmulators({ company: "empty" });
  Object.assign(process.env, emulators.env);
  workers = await startWorkers();
});
afterAll(async () => {
  await workers.stop();
  await emulators.close();
});

interface Connection {
  id: string;
  integration_type: string;
  display_name: string;
  meta_data: { Name?: string };
}

const control = (path: string, body: object) => controlEmulators(emulators, path, body);
const connect = (token: string, secret_key: string) =>
  call("POST", "/stripe/connect/", { token, body: { secret_key } });

async function accounts(token: string): Promise<Connection[]> {
  const { integrations } = await ok("GET", "/user/integrations/", token);
  return integrations.filter(({ integration_type }: Connection) => integration_type === "stripe");
}

async function payouts(token: string): Promise<string[]> {
  const { deposits } = await ok("GET", "/qb/deposit-status/", token);
  return deposits.map(({ source_id }: { source_id: string }) => source_id).sort();
}

test("a second account is added, synced with the first, and ended alone", async () => {
  const { token } = await connectedCompany(emulators);
  await settled(token);
  expect((await connect(token, emulators.credentials.stripeOtherKey)).status).toBe(200);
  await settled(token);
  const both = await accounts(token);
  expect(both.map(({ display_name }) => display_name)).toEqual([
    "Sample Company",
    "Sample Company Wholesale",
  ]);
  // The settings are shared: no account of the second one is asked for.
  expect(both[1]?.meta_data).toEqual(both[0]?.meta_data);
  expect((await ok("GET", "/settings/accounts/", token)).sources).toHaveLength(1);

  const charges = [{ amount: 5_000, name: "Ann Baker" }];
  const first = (await control("/stripe/payouts", { charges })).payout.id;
  const second = (await control("/stripe/payouts", { charges, second: true })).payout.id;
  const { message, run } = await ok("POST", "/stripe/save-payouts/", token);
  expect(message).toBe("Successfully synced Stripe payouts");
  expect(run.connection_id).toBe(both[0]?.id);
  expect(await payouts(token)).toEqual([first, second].sort());

  // Each deposit says of which account it is, and the list shows those of one alone.
  const { deposits } = await ok("GET", "/qb/deposit-status/", token);
  const accountOf = new Map(
    deposits.map((each: Record<string, string>) => [each.source_id, each.source_account]),
  );
  expect(accountOf.get(first)).toBe("Sample Company");
  expect(accountOf.get(second)).toBe("Sample Company Wholesale");
  const ofSecond = `connection_id=${both[1]?.id}`;
  const page = await ok("GET", `/qb/deposit-status/?${ofSecond}&page=1`, token);
  expect([page.total, page.deposits[0].source_id]).toEqual([1, second]);
  const download = await handlerOf("GET", "/api/qb/deposits-export/");
  const csv = await download(
    new Request(`http://localhost:3000/api/qb/deposits-export/?${ofSecond}`, {
      headers: { authorization: token },
    }),
  );
  const [head, row, ...more] = (await csv.text()).trimEnd().split("\r\n");
  expect(head).toMatch(/,Processor Account$/);
  expect(row).toMatch(/,Sample Company Wholesale$/);
  expect(more).toEqual([]);
  const stranger = await signUp();
  for (const path of ["/qb/deposit-status/", "/qb/deposits-export/"]) {
    const foreign = await call("GET", `${path}?${ofSecond}`, { token: stranger.token });
    expect(foreign.status).toBe(404);
  }
  const bad = await call("GET", "/qb/deposit-status/?connection_id=po_1", { token });
  expect(bad.status).toBe(400);

  const { expenses } = await ok("GET", "/qb/get-expense/", token);
  await ok("POST", "/stripe/save-category/", token, { category: expenses[1] });
  const names = (await accounts(token)).map(({ meta_data }) => meta_data.Name);
  expect(names).toEqual([expenses[1].Name, expenses[1].Name]);

  // Connecting the second one again changes nothing.
  expect((await connect(token, emulators.credentials.stripeOtherKey)).status).toBe(200);
  await settled(token);
  expect(await accounts(token)).toHaveLength(2);

  const ended = await ok("POST", "/integrations/disconnect/", token, {
    connection_id: both[1]?.id,
  });
  expect(ended.message).toBe("Successfully disconnected Sample Company Wholesale from Stripe");
  expect((await accounts(token)).map(({ id }) => id)).toEqual([both[0]?.id]);
  expect(await payouts(token)).toHaveLength(2);
  const again = await call("POST", "/integrations/disconnect/", {
    ...{ token, body: { connection_id: both[1]?.id } },
  });
  expect(again.status).toBe(404);
});

test("the documented disconnect ends the first account, and the other goes on", async () => {
  const { token } = await connectedCompany(emulators);
  await connect(token, emulators.credentials.stripeOtherKey);
  await settled(token);
  await ok("POST", "/stripe/disconnect-stripe/", token);
  const left = await accounts(token);
  expect(left.map(({ display_name }) => display_name)).toEqual(["Sample Company Wholesale"]);
  const { run } = await ok("POST", "/stripe/save-payouts/", token);
  expect(run.connection_id).toBe(left[0]?.id);
});

test("another company's connection can't be ended", async () => {
  const { token } = await connectedCompany(emulators);
  const [mine] = await accounts(token);
  const stranger = await signUp();
  const refused = await call("POST", "/integrations/disconnect/", {
    ...{ token: stranger.token, body: { connection_id: mine?.id } },
  });
  expect(refused.status).toBe(404);
  expect(await accounts(token)).toHaveLength(1);
  const ended = {
    entity: "integration",
    entityId: mine?.id ?? "",
    action: "integration.disconnected",
  };
  expect(await adminDb().auditEvent.count({ where: ended })).toBe(0);
});

test("a key whose account Stripe doesn't name is refused beside another account", async () => {
  const { token } = await connectedCompany(emulators);
  await control("/faults", {
    ...{ provider: "stripe", match: { path: "/v1/account" }, kind: "status", status: 403 },
  });
  const refused = await connect(token, emulators.credentials.stripeOtherKey);
  expect(refused.status).toBe(409);
  expect(refused.body.message).toContain("Disconnect Sample Company first.");
  expect(await accounts(token)).toHaveLength(1);
});
