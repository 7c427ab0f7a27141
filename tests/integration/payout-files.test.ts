import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { booksOf, control } from "@/tests/support/emulators";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { connectQuickBooks, signUp } from "../support/company";
import { eventually } from "../support/eventually";
import { type Running, startWorkers } from "../support/worker";

const SAMPLES = "tests/unit/lib/payout-files/samples";
const base64 = (text: string) => Buffer.from(text).toString("base64");
const sampleOf = (name: string) => readFileSync(`${SAMPLES}/${name}`).toString("base64");

const MAPPED = {
  file_name: "terminal.csv",
  mapping: {
    columns: {
      payout_id: "Deposit",
      payout_date: "Paid",
      date: "Day",
      gross: "Amount",
      fee: "Fee",
    },
    payouts: "id",
  },
  currency: "EUR",
};
const rows = (...lines: string[]) => base64(["Deposit,Paid,Day,Amount,Fee", ...lines].join("\n"));
const TWO = rows(
  "D1,2026-03-05,2026-03-01,100.00,2.50",
  "D1,2026-03-05,2026-03-02,-20.00,0",
  "D2,2026-03-06,2026-03-03,50.00,1.25",
);

let token: string;
let emulators: Emulators;
let workers: Running;
beforeAll(async () => {
  emulators = await startEmulators({ company: "empty", today: "2026-03-10" });
  Object.assign(process.env, emulators.env);
  workers = await startWorkers();
  ({ token } = await signUp());
});
afterAll(async () => {
  await workers.stop();
  await emulators.close();
});

const deposits = async () => (await ok("GET", "/qb/deposit-status/", token)).deposits;

describe("a known report", () => {
  const file = { file: sampleOf("shopify-transactions.csv"), file_name: "payouts.csv" };

  test("is previewed without storing anything", async () => {
    const preview = await ok("POST", "/payout-files/preview/", token, file);

    expect(preview).toMatchObject({
      format: { id: "shopify_transactions", processor_name: "Shopify Payments" },
      header_row: 1,
      payouts: [{ id: "148156579998", amount: "928.63", currency: "AED", lines: 3, known: false }],
      error_count: 0,
      left_out: [{ reason: "its payout is pending", rows: 1, first_row: 5 }],
      problem: null,
    });
    expect(await deposits()).toEqual([]);
  });

  test("becomes payouts of a processor of its own; the same file again changes nothing", async () => {
    const first = await ok("POST", "/payout-files/import/", token, { ...file, name: "Shop" });
    const { connection_id } = first.payout_import;
    const again = await ok("POST", "/payout-files/import/", token, { ...file, connection_id });

    expect(first.payout_import).toMatchObject({ source_name: "Shop", added: 1, known: 0 });
    expect(again.payout_import).toMatchObject({ connection_id, added: 0, known: 1 });
    expect(await deposits()).toMatchObject([
      {
        ...{ source: "Shop", source_type: "file", source_id: "148156579998" },
        ...{ total_amt: "928.63", currency: "AED", status: "pending", fees: "60.88" },
      },
    ]);
    const { integrations } = await ok("GET", "/user/integrations/", token);
    expect(integrations).toMatchObject([{ integration_type: "file", display_name: "Shop" }]);
    expect(
      await adminDb().auditEvent.count({
        where: { action: "payout_file.imported", entityId: connection_id },
      }),
    ).toBe(2);
  });

  test("a second processor may have the same ids, but not the same name", async () => {
    const taken = await call("POST", "/payout-files/import/", {
      token,
      body: { ...file, name: "shop" },
    });
    const other = await ok("POST", "/payout-files/import/", token, { ...file, name: "Outlet" });

    expect(taken).toMatchObject({ status: 409, body: { code: "already_exists" } });
    expect(other.payout_import).toMatchObject({ source_name: "Outlet", added: 1 });
    expect(
      await call("PUT", "/payout-files/source/", {
        token,
        body: { connection_id: other.payout_import.connection_id, name: "SHOP" },
      }),
    ).toMatchObject({ status: 409 });
    await ok("POST", "/payout-files/undo/", token, { import_id: other.payout_import.id });
  });
});

describe("a file whose columns are chosen", () => {
  test("is asked about first, and remembered for the next one", async () => {
    const unknown = { file: TWO, file_name: MAPPED.file_name };
    const asked = await ok("POST", "/payout-files/preview/", token, unknown);
    const refused = await call("POST", "/payout-files/import/", {
      token,
      body: { ...unknown, name: "Terminal" },
    });
    await ok("POST", "/payout-files/import/", token, { ...MAPPED, file: TWO, name: "Terminal" });
    const next = await ok("POST", "/payout-files/preview/", token, {
      file: rows("D3,2026-03-07,2026-03-04,10.00,0.20"),
      file_name: "next.csv",
    });

    expect(asked).toMatchObject({ format: null, suggestion: { columns: { gross: "Amount" } } });
    expect(refused.body).toMatchObject({ code: "unusable_input" });
    expect(next).toMatchObject({
      remembered: true,
      choices: { mapping: MAPPED.mapping, currency: "EUR" },
      payouts: [{ id: "D3", amount: "9.80" }],
    });
    expect(
      (await deposits()).filter(({ source }: { source: string }) => source === "Terminal"),
    ).toMatchObject([
      { source_id: expect.stringMatching(/^D2-\w{10}$/), total_amt: "48.75" },
      { source_id: expect.stringMatching(/^D1-\w{10}$/), total_amt: "77.50" },
    ]);
  });

  test("with a row that can't be read is imported as a whole or, if wanted, without that payout", async () => {
    const file = rows("D8,2026-03-08,2026-03-05,ten,0", "D9,2026-03-09,2026-03-05,9.00,0");
    const [source] = (await ok("GET", "/payout-files/imports/", token)).payout_imports;
    const body = { ...MAPPED, file, connection_id: source.connection_id };
    const refused = await call("POST", "/payout-files/import/", { token, body });
    const skipped = await ok("POST", "/payout-files/import/", token, {
      ...body,
      skip_errors: true,
    });

    expect(refused.body.message).toContain('Amount: "ten" is not an amount');
    expect(skipped.payout_import).toMatchObject({ added: 1, errors: 2 });
    await ok("POST", "/payout-files/undo/", token, { import_id: skipped.payout_import.id });
  });

  test("is refused where a payout was imported with another amount", async () => {
    const [{ connection_id }] = (await ok("GET", "/payout-files/imports/", token)).payout_imports;
    const file = rows("D2,2026-03-06,2026-03-03,51.00,1.25");
    const { body } = await call("POST", "/payout-files/import/", {
      token,
      body: { ...MAPPED, file, connection_id },
    });

    expect(body.message).toContain("Payout D2 is 49.75 EUR here, and was imported with 48.75 EUR");
  });
});

test("an undo deletes what an import added, keeps what is posted, and the file may come again", async () => {
  const { payout_imports } = await ok("GET", "/payout-files/imports/", token);
  const terminal = payout_imports.find(
    (one: { source_name: string; undone_at: string | null; added: number }) =>
      one.source_name === "Terminal" && one.undone_at === null && one.added === 2,
  );
  await adminDb().deposit.updateMany({
    where: { integrationId: terminal.connection_id, providerId: { startsWith: "D1-" } },
    data: { status: "posted", quickbooksId: "77" },
  });

  const undone = await ok("POST", "/payout-files/undo/", token, { import_id: terminal.id });
  const twice = await call("POST", "/payout-files/undo/", {
    token,
    body: { import_id: terminal.id },
  });
  const again = await ok("POST", "/payout-files/import/", token, {
    ...{ ...MAPPED, file: TWO, connection_id: terminal.connection_id },
  });

  expect(undone).toMatchObject({
    deleted: 1,
    kept: [
      { source_id: expect.stringMatching(/^D1-/), reason: "It is posted. Undo its match first." },
    ],
  });
  expect(twice.body).toMatchObject({ code: "already_done" });
  expect(again.payout_import).toMatchObject({ added: 1, known: 1 });
});

test("files that are no table, too large, or another company's are refused", async () => {
  const { token: other } = await signUp();
  const [{ id, connection_id }] = (await ok("GET", "/payout-files/imports/", token)).payout_imports;
  const preview = (body: object, as = token) =>
    call("POST", "/payout-files/preview/", { token: as, body });
  const file_name = "a.csv";

  expect(await preview({ file: base64("%PDF-1.7"), file_name })).toMatchObject({
    status: 422,
    body: { fields: { file: "The file is a PDF; export the report as CSV or Excel." } },
  });
  expect((await preview({ file: "A".repeat(12_000_000), file_name })).status).toBe(413);
  expect((await preview({ file: TWO, file_name, connection_id }, other)).status).toBe(404);
  expect(
    (await call("POST", "/payout-files/undo/", { token: other, body: { import_id: id } })).status,
  ).toBe(404);
});

test("payouts of a file are matched with the books and posted, with the fee account of their processor", async () => {
  const books = await signUp();
  const as = books.token;
  await connectQuickBooks(as);
  const { banks } = await ok("GET", "/qb/bank-account/", as);
  await ok("POST", "/qb/save-bank/", as, { bank_id: banks[0].Id, bank_name: banks[0].Name });
  const sales = [
    { customer: "Ada Byron", amount: 120_00 },
    { customer: "Li Wei", amount: 45_50 },
  ];
  for (const sale of sales) await control(emulators, "/quickbooks/payments", sale);
  await ok("POST", "/qb/sync-payments/", as);
  const text = `Id,Paid,Day,Kind,Amount,Fee,Payer
T1,2026-03-06,2026-03-04,Sale,120.00,3.60,Ada Byron
T1,2026-03-06,2026-03-04,Sale,45.50,1.40,Li Wei`;
  const columns = {
    ...{ payout_id: "Id", payout_date: "Paid", date: "Day", type: "Kind" },
    ...{ gross: "Amount", fee: "Fee", customer: "Payer" },
  };
  const import_ = (name: string, file: string) =>
    ok("POST", "/payout-files/import/", as, {
      ...{ file: base64(file), file_name: `${name}.csv`, name },
      ...{ mapping: { columns, payouts: "id" }, currency: "USD" },
    });
  const { connection_id } = (await import_("Terminal", text)).payout_import;
  await import_("Outlet", text.replaceAll("T1", "X1").replaceAll("2026-03", "2026-02"));
  const { expenses } = await ok("GET", "/qb/get-expense/", as);

  await ok("PUT", "/settings/accounts/", as, {
    ...{ integration_type: "file", connection_id, kind: "fee", account_id: expenses[0].Id },
  });

  const { sources } = await ok("GET", "/settings/accounts/", as);
  expect(
    sources.map(({ name, accounts }: { name: string; accounts: { account: unknown }[] }) => [
      name,
      accounts[0]?.account,
    ]),
  ).toEqual([
    ["Terminal", expenses[0]],
    ["Outlet", null],
  ]);
  await eventually(async () => {
    const { deposits: all } = await ok("GET", "/qb/deposit-status/", as);
    const found = all.find(({ source_id }: { source_id: string }) => source_id.startsWith("T1-"));
    expect(found).toMatchObject({ source: "Terminal", total_amt: "160.50", status: "posted" });
  });
  const [made, ...others] = (await booksOf(emulators)).deposits;
  expect(others).toEqual([]);
  expect(made).toMatchObject({ total: 160_50 });
  expect(made?.lines.map(({ amount }) => amount)).toEqual([120_00, 45_50, -5_00]);
});
