import "../support/throwaway-processor/register";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setupSteps } from "@/components/dashboard/use-setup";
import { providerViews } from "@/components/integrations/catalog";
import { readAddress } from "@/components/integrations/use-page-address";
import type { Listening } from "@/emulators/http/server";
import { type Emulators, startEmulators } from "@/emulators/start";
import { dateInZone } from "@/lib/dates";
import { openApiDocument } from "@/lib/openapi/document";
import { replaceProviders } from "@/server/providers/registry";
import { booksOf, control } from "@/tests/support/emulators";
import { call, ok } from "../support/client";
import { connectQuickBooks, signUp } from "../support/company";
import { eventually } from "../support/eventually";
import { createThrowawayProvider } from "../support/throwaway-processor/provider";
import {
  API_KEY,
  PAYOUT,
  SALES,
  startThrowawayServer,
} from "../support/throwaway-processor/server";
import { type Running, startWorkers } from "../support/worker";

let emulators: Emulators;
let processor: Listening;
let workers: Running;

beforeAll(async () => {
  const today = dateInZone(new Date(), "UTC");
  emulators = await startEmulators({ company: "empty", today });
  processor = await startThrowawayServer(today);
  Object.assign(process.env, emulators.env);
  const provider = createThrowawayProvider(processor.url);
  replaceProviders((id) => (id === "paypal" ? provider : undefined));
  workers = await startWorkers();
});

afterAll(async () => {
  await workers.stop();
  await processor.close();
  await emulators.close();
});

test("a fourth processor is listed, connects, syncs, is matched and posts", async () => {
  const { token } = await signUp();
  await connectQuickBooks(token);
  const { banks } = await ok("GET", "/qb/bank-account/", token);
  await ok("POST", "/qb/save-bank/", token, { bank_id: banks[0].Id, bank_name: banks[0].Name });
  for (const { customer, gross } of SALES) {
    await control(emulators, "/quickbooks/payments", { customer, amount: gross });
  }
  await ok("POST", "/qb/sync-payments/", token);

  const connected = await ok("POST", "/paypal/connect/", token, { api_key: API_KEY });
  expect(connected.message).toBe("Successfully connected to Throwaway Pay");
  const { expenses } = await ok("GET", "/qb/get-expense/", token);
  await ok("POST", "/paypal/save-category/", token, { category: expenses[0] });
  const { message, run } = await ok("POST", "/paypal/sync/", token);
  expect(message).toBe("Successfully synced Throwaway Pay payouts");
  expect(run).toMatchObject({ state: "succeeded", integration_type: "paypal" });
  await eventually(async () => {
    const { deposits } = await ok("GET", "/qb/deposit-status/", token);
    expect(deposits).toMatchObject([
      { source: "Throwaway Pay", source_id: PAYOUT.id, total_amt: "116.40", status: "posted" },
    ]);
  });
  const [made, ...others] = (await booksOf(emulators)).deposits;
  expect(others).toEqual([]);
  expect(made).toMatchObject({ total: PAYOUT.amount });
  expect(made?.lines.map(({ amount, linked }) => [amount, linked !== null])).toEqual([
    [7_500, true],
    [4_500, true],
    [-360, false],
  ]);

  const { integrations } = await ok("GET", "/user/integrations/", token);
  const card = providerViews(integrations, new Set(), {}).find(
    ({ provider }) => provider.id === "paypal",
  );
  expect(card).toMatchObject({
    kind: "payment-processors",
    status: "connected",
    connection: { display_name: "Lovelace Books", meta_data: { id: expenses[0].Id } },
  });
  expect(setupSteps(integrations, { posted: 1 }).every(({ done }) => done)).toBe(true);

  await ok("POST", "/paypal/disconnect/", token);
  expect((await ok("GET", "/user/integrations/", token)).integrations).toHaveLength(1);
});

test("what it refuses shows under its field, in its own words", async () => {
  const { token } = await signUp();
  const refused = await call("POST", "/paypal/connect/", { token, body: { api_key: "wrong" } });
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({
    message: "Throwaway Pay does not accept this key.",
    fields: { api_key: "Throwaway Pay does not accept this key." },
  });
  expect((await call("POST", "/paypal/connect/", { token, body: {} })).status).toBe(400);
});

test("its form and its operations are there", () => {
  expect(readAddress(new URLSearchParams("connect=paypal")).connect).toBe("paypal");
  expect(openApiDocument().paths["/paypal/connect/"]).toMatchObject({
    post: {
      operationId: "paypalConnect",
      summary: "Connect Throwaway Pay",
      description: expect.stringMatching(/an API key\b/),
    },
  });
});
