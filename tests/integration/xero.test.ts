import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { adminDb } from "../support/admin-db";
import { ok } from "../support/client";
import { connectedCompany } from "../support/company";
import { control } from "../support/emulators";
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

test("books in Xero are read: customers' payments on the account where they wait", async () => {
  await control(emulators, "/xero/company", { country: "US" });
  await control(emulators, "/xero/payments", {
    ...{ amount: 12_500, customer: "Kauri Cafe", account: "Stripe Clearing" },
  });
  const { token } = await connectedCompany(emulators, undefined, { ledger: "xero" });
  await settled(token);
  const payments = await adminDb().ledgerPayment.findMany({
    select: { amount: true, state: true },
  });
  expect(payments).toEqual([{ amount: 12_500n, state: "open" }]);
  const { integrations } = await ok("GET", "/user/integrations/", token);
  const { display_name, status } = integrations.find(
    (each: { integration_type: string }) => each.integration_type === "xero",
  );
  expect([display_name, status]).toEqual([expect.any(String), "connected"]);
});
