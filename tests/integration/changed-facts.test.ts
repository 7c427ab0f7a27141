import { expect, test } from "vitest";
import { clearFaults } from "@/tests/support/emulators";
import { control, eachInACompanyOfItsOwn, emulators } from "./ledger-changes/world";
import {
  attempt,
  attemptsAreSaid,
  demandPostedOnce,
  fault,
  planned,
  posting,
  rowOf,
} from "./planned-payments/world";

eachInACompanyOfItsOwn();
attemptsAreSaid();

const REPEATED = {
  ...{ state: "queued", errorCode: "facts_changed", refusals: 1, outcomeUnknown: false },
  message: "The company's settings changed in QuickBooks. We'll retry automatically.",
};

/** What was sent to create such objects, in order. */
async function sent(entity: string): Promise<{ status: number; query: string }[]> {
  const { requests } = await (await fetch(`${emulators.control.url}/requests`)).json();
  return requests.filter(
    ({ method, path }: Record<string, string>) => method === "POST" && path?.endsWith(`/${entity}`),
  );
}

const statuses = async (entity: string) => (await sent(entity)).map(({ status }) => status);

/** Under one request id QuickBooks would repeat its refusal. */
async function demandOwnRequestIds(entity: string): Promise<void> {
  const calls = await sent(entity);
  const ids = calls.map(({ query }) => new URLSearchParams(query).get("requestid"));
  expect(new Set(ids).size).toBe(calls.length);
}

test("a sales receipt that was refused because the company's facts had changed is sent once more", async () => {
  const ids = await planned();
  // Read while the company was American, and kept.
  await control("/quickbooks/company", { country: "GB" });
  await attempt();
  expect(await posting()).toMatchObject(REPEATED);
  expect((await rowOf(ids[0])).planned).toMatchObject({ refusals: 1, sentAt: null });

  await attempt();
  await demandPostedOnce(ids);
  expect(await statuses("salesreceipt")).toEqual([400, 200, 200]);
  await demandOwnRequestIds("salesreceipt");
  // Their facts were read before it.
  expect(await statuses("deposit")).toEqual([200]);
});

test("a payment on an invoice is sent once more, too", async () => {
  const ids = await planOnInvoice();
  await control("/quickbooks/company", { multicurrency: false });
  await fault("/payment", "status", { status: 400 });
  await attempt();
  expect(await posting()).toMatchObject(REPEATED);
  await attempt();
  expect(await posting()).toMatchObject({ state: "posted" });
  expect((await rowOf(ids[0])).state).toBe("deposited");
  expect(await statuses("payment")).toEqual([400, 200]);
  await demandOwnRequestIds("payment");
});

test("a second refusal is left to the user, whatever changed meanwhile", async () => {
  await planOnInvoice();
  await fault("/payment", "status", { status: 400, times: 2 });
  await control("/quickbooks/company", { multicurrency: false });
  await attempt();
  expect(await posting()).toMatchObject(REPEATED);
  await control("/quickbooks/company", { multicurrency: true });
  await attempt();
  expect(await posting()).toMatchObject({ state: "failed", errorCode: "6000" });
  expect(await statuses("payment")).toEqual([400, 400]);
  await clearFaults(emulators);
});

/** The payment on Anna Li's invoice, and a receipt for Ben Ortiz. */
async function planOnInvoice(): Promise<number[]> {
  const { Invoice } = await control("/quickbooks/invoices", {
    ...{ amount: 12_345, customer: "Anna Li", number: "1042" },
  });
  const invoices = [{ invoiceId: Invoice.Id, number: "1042", amount: 12_345 }];
  return planned([
    { for: "Anna Li", kind: "Payment", invoices, customerId: Invoice.CustomerRef.value },
    { for: "Ben Ortiz" },
  ]);
}
