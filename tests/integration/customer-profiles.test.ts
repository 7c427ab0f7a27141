import { beforeEach, expect, test } from "vitest";
import { readChangedRows } from "@/server/matches/cached-ledger";
import { readVersions } from "@/server/matches/row-versions";
import { systemContext } from "@/server/platform/company-id";
import { db } from "@/server/platform/db";
import { adminDb } from "../support/admin-db";
import {
  control,
  eachInACompanyOfItsOwn,
  emulators,
  inQuickBooks,
  syncBoth,
} from "./ledger-changes/world";

eachInACompanyOfItsOwn();

const HEATING = {
  DisplayName: "Heating at Lee's",
  CompanyName: "Lee & Co.",
  GivenName: "Ann",
  FamilyName: "Lee",
  PrintOnCheckName: "A. Lee",
  PrimaryEmailAddr: { Address: "ann@lee.example, pay@lee.example" },
  PrimaryPhone: { FreeFormNumber: "555-0100" },
  Mobile: { FreeFormNumber: "555-0101" },
};

let job: { Id: string };

beforeEach(async () => {
  const { Customer: parent } = await inQuickBooks("POST", "customer", { DisplayName: "Lee Group" });
  const ParentRef = { value: parent.Id };
  ({ Customer: job } = await inQuickBooks("POST", "customer", { ...HEATING, ParentRef }));
  await control("/quickbooks/payments", { amount: 1_100, customer: HEATING.DisplayName });
  const customer = { name: "Ada Payer", email: "ada@payer.example", phone: "555-0200" };
  await control("/stripe/payouts", {
    charges: [{ amount: 9_900, ...customer, customer: "Payer & Sons" }],
  });
  await syncBoth();
});

const profile = () => ({
  id: job.Id,
  names: [HEATING.DisplayName, "Lee & Co.", "Ann Lee", "A. Lee"],
  parent: "Lee Group",
  emails: ["ann@lee.example", "pay@lee.example"],
  phones: ["555-0100", "555-0101"],
});

/** The company's open rows as the engine gets them. */
async function engineInput() {
  const { companyId } = await adminDb().integration.findFirstOrThrow({
    where: { provider: "quickbooks" },
    orderBy: { connectedAt: "desc" },
  });
  const ctx = systemContext(companyId);
  const open = await db(ctx).$transaction(async (tx) =>
    readChangedRows(tx, ctx, await readVersions(tx, ctx)),
  );
  return {
    companyId,
    lines: [...open.deposits.values()].flatMap(({ input }) => input?.lines ?? []),
    payments: [...open.payments.values()].map(({ input }) => input),
  };
}

/** Calls that read customers, while `work` runs. */
async function customerQueries(work: () => Promise<void>): Promise<number> {
  const log = `${emulators.control.url}/requests`;
  await fetch(log, { method: "DELETE" });
  await work();
  const { requests } = (await (await fetch(log)).json()) as { requests: { query: string }[] };
  return requests.filter(({ query }) => /from[ +]customer/i.test(decodeURIComponent(query))).length;
}

test("the engine gets what each side knows of a customer", async () => {
  const { lines, payments } = await engineInput();
  expect(lines.map(({ customer }) => customer)).toEqual([
    {
      id: expect.stringMatching(/^cus_/),
      names: ["Ada Payer", "Payer & Sons"],
      emails: ["ada@payer.example"],
      phones: ["555-0200"],
    },
  ]);
  expect(payments.map(({ customer }) => customer)).toEqual([profile()]);
});

test("a changed customer changes in earlier payments, and a new payment takes over what is known", async () => {
  const { Customer: wire } = await inQuickBooks("GET", `customer/${job.Id}`);
  const Mobile = { FreeFormNumber: "555-0199" };
  await inQuickBooks("POST", "customer", { ...wire, Mobile });
  await control("/quickbooks/payments", { amount: 2_200, customer: HEATING.DisplayName });
  expect(await customerQueries(syncBoth)).toBe(0);
  const { payments } = await engineInput();
  const changed = { ...profile(), phones: ["555-0100", "555-0199"] };
  expect(payments.map(({ customer }) => customer)).toEqual([changed, changed]);
});

test("a new payment of a customer who did not change gets their profile without a call", async () => {
  await control("/clock", { offsetSeconds: 3_600 });
  await syncBoth();
  await control("/quickbooks/payments", { amount: 2_200, customer: HEATING.DisplayName });
  expect(await customerQueries(syncBoth)).toBe(0);
  await control("/clock", { offsetSeconds: 0 });
  const { payments } = await engineInput();
  expect(payments.map(({ customer }) => customer)).toEqual([profile(), profile()]);
});

test("after the upgrade everything is read once, customers in one call", async () => {
  const { companyId } = await engineInput();
  await adminDb().ledgerPayment.updateMany({ where: { companyId }, data: { customerEmail: "" } });
  await adminDb().$executeRaw`
    UPDATE ledger_payments SET customer = NULL WHERE company_id = ${companyId}::uuid`;
  await adminDb().$executeRaw`
    UPDATE integrations SET cursor = cursor - 'withCustomers' WHERE company_id = ${companyId}::uuid`;
  expect((await engineInput()).payments[0]?.customer).toBeUndefined();
  expect(await customerQueries(syncBoth)).toBe(1);
  const { payments } = await engineInput();
  expect(payments).toMatchObject([{ customer: profile(), email: "ann@lee.example" }]);
});
