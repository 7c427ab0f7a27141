import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { loadDeposits, loadHistory, loadInvoices, loadPayments } from "@/matching/command/load";
import { temporaryFiles } from "./command";

const file = temporaryFiles();
const HEAD = "id,date,amount\n";
const deposit = { id: "a", date: "2026-01-01", amount: "1" };

describe("unreadable files", () => {
  const foreign: [name: string, content: string | Buffer, message: string][] = [
    ["gz.csv", gzipSync(HEAD), "is compressed (gzip); unpack it first"],
    ["binary.csv", Buffer.from([0x69, 0, 0x64, 0x2c, 0, 0x61, 0, 0x0a]), "is not text"],
    ["cut.ndjson", Buffer.from('{"id":"éé').subarray(0, 10), "ends inside a character"],
    [
      "mixed.csv",
      Buffer.concat([Buffer.from(`${HEAD}Zoë,`), Buffer.from("Müller", "latin1")]),
      'near "M\ufffdller"',
    ],
    [
      "cyrillic.csv",
      Buffer.from([...Buffer.from(HEAD), 0x90, 0xe0, 0xe8, 0x2c]),
      "is neither UTF-8 nor Windows-1252",
    ],
    ["book.csv", "PK\u0003\u0004", "is an Excel workbook or a zip; save it as CSV"],
    ["book.xlsx", "PK\u0003\u0004", "save the workbook as CSV"],
    ["rows.csv.gz", gzipSync(HEAD), "unpack it first"],
    ["rows.dat", HEAD, "the name must end in .json, .ndjson, .jsonl, .csv, .tsv or .txt"],
  ];
  it.each(foreign)("%s", async (name, content, message) => {
    const path = await file(name, content);
    await expect(loadDeposits(path, "USD")).rejects.toThrow(`${path}: `);
    await expect(loadDeposits(path, "USD")).rejects.toThrow(message);
  });

  it.each(["folder.csv", "folder.json", "folder.ndjson"])("%s is a folder", async (name) => {
    const path = join(dirname(await file("x", "")), name);
    await mkdir(path);
    await expect(loadDeposits(path, "USD")).rejects.toThrow(`${path}: is a folder, not a file`);
  });

  it("history as CSV", async () => {
    await expect(loadHistory("h.csv", "USD")).rejects.toThrow("history is JSON or NDJSON");
  });
});

describe("open invoices", () => {
  const head = "Id,TxnDate,TotalAmt,Balance,DocNumber,DueDate,CustomerRef.name,BillEmail.Address";
  const invoice = {
    id: "7",
    number: "1042",
    date: "2026-03-01",
    dueDate: "2026-03-31",
    amount: 50_000,
    balance: 30_000,
    currency: "USD",
    customerName: "Harbor Coffee",
    email: "ap@harbor.example",
  };

  it("are the same as CSV and as QuickBooks writes them", async () => {
    const row = "7,2026-03-01,500.00,300.00,1042,2026-03-31,Harbor Coffee,ap@harbor.example";
    const json = {
      ...{ Id: "7", TxnDate: "2026-03-01", DueDate: "2026-03-31", DocNumber: "1042" },
      ...{ TotalAmt: 500, Balance: 300, CurrencyRef: { value: "USD" } },
      ...{ CustomerRef: { name: "Harbor Coffee" }, BillEmail: { Address: "ap@harbor.example" } },
    };
    const files = [
      await file("invoices.csv", `${head}\n${row}\n`),
      await file("invoices.json", JSON.stringify([json])),
    ];
    for (const path of files)
      expect(await loadInvoices(path, "USD")).toEqual([expect.objectContaining(invoice)]);
  });

  it("with an error name file, row and field", async () => {
    const path = await file("bad.csv", `${head}\n7,2026-03-01,500.00,,,,,\n`);
    await expect(loadInvoices(path, "USD")).rejects.toThrow(
      `${path}, row 2, field Balance: is missing`,
    );
    const due = await file("due.json", JSON.stringify([{ ...row1, DueDate: "31.13.2026" }]));
    await expect(loadInvoices(due, "USD")).rejects.toThrow("row 1, field DueDate");
  });
});

const row1 = { Id: "1", TxnDate: "2026-03-01", TotalAmt: 1, Balance: 1 };

describe("files without rows", () => {
  it.each([
    ["a.json", ""],
    ["a.ndjson", "\n"],
    ["a.csv", ""],
    ["b.csv", "\n\n"],
    ["c.csv", HEAD],
  ])("%s %j is fine", async (name, text) => {
    expect(await loadDeposits(await file(name, text), "USD")).toEqual([]);
  });
});

describe("CSV", () => {
  it("may begin with a byte order mark, use any case in names and any line ending, and have blank rows", async () => {
    const text = "\ufeffID,Date,Amount,Other\r\n\r\na,2026-01-01,1.50,x\r\n,,,\r\nb,2026-01-02,2,y";
    const deposits = await loadDeposits(await file("a.csv", text), "USD");
    expect(deposits.map(({ id, amount }) => [id, amount])).toEqual([
      ["a", 150],
      ["b", 200],
    ]);
  });

  it("counts rows as a spreadsheet does", async () => {
    const path = await file("a.csv", `${HEAD}\na,2026-01-01,"1\n"\n\nb,2026-01-02,x\n`);
    await expect(loadDeposits(path, "USD")).rejects.toThrow("a.csv, row 5, field amount");
  });

  const faults: [text: string, message: string][] = [
    ["a,2026-01-01\n", "row 2, field amount: is missing"],
    ["a,2026-01-01,1,234.50\n", "row 2: has 4 cells where the header has 3"],
    ["a,2026-01-01,\n", "row 2, field amount: is missing"],
    ["a,soon,1\n", 'row 2, field date: "soon" is not a date such as 2026-01-31'],
    ["a,2026-02-30,1\n", `row 2, field date: "2026-02-30" isn't a calendar date`],
    ["a,2026-01-01T09:30:00Z,1\n", "row 2, field date"],
    ["a,2026-01-01T09:30:00Z,1\n", "write 2026-01-01"],
    ["a,2026-01-01,12.3456\n", 'field amount: "12.3456" has more decimals than USD allows (2)'],
    ["a,2026-01-01,1\nb,2026-01-01,1\na,2026-01-01,2\n", '"a" appears twice, first in row 2'],
    ['a,2026-01-01,1\n"b,2026-01-01,1\n', 'row 3: a quotation mark (") is opened here'],
    ['a"b"c,2026-01-01,1\n', 'row 2: a quotation mark (") is in the middle of a cell'],
  ];
  it.each(faults)("%j is refused", async (rows, message) => {
    const path = await file("bad.csv", HEAD + rows);
    await expect(loadDeposits(path, "USD")).rejects.toThrow(message);
  });

  it("lists the expected formats when the header is unknown", async () => {
    const path = await file("odd.csv", "Foo,Bar\n1,2\n");
    const message = /plain CSV \(Id, TxnDate, TotalAmt\), or a QuickBooks /;
    await expect(loadPayments(path, "USD")).rejects.toThrow(message);
    await expect(loadDeposits(path, "USD")).rejects.toThrow("automatic_payout_id");
  });

  it("is read in the requested format", async () => {
    const path = await file("plain.csv", HEAD);
    const reading = loadDeposits(path, "USD", { form: "stripe" });
    await expect(reading).rejects.toThrow("Expected Stripe's");
  });
});

describe("one row per line", () => {
  const head = "id,date,amount,line_id,line_date,line_amount\n";

  it("groups the lines of a deposit, even with others between them", async () => {
    const text = `${head}a,2026-01-01,3,1,2026-01-01,1\nb,2026-01-02,5,,,\na,2026-01-01,3,2,2026-01-01,2\n`;
    const deposits = await loadDeposits(await file("lines.csv", text), "USD");
    expect(deposits.map(({ id, lines }) => [id, lines?.map((line) => line.id)])).toEqual([
      ["a", ["1", "2"]],
      ["b", undefined],
    ]);
  });

  it.each([
    ["a,2026-01-01,4,2,2026-01-01,2\n", "row 3, field amount: differs from row 2"],
    ["a,2026-01-01,3,1,2026-01-01,2\n", 'row 3, field line_id: "1" appears twice'],
    ["a,2026-01-01,3,2,2026-01-01,\n", "row 3, field line_amount: is missing"],
    ["a,2026-01-01,3,,,\n", 'row 3, field id: "a" appears twice'],
  ])("refuses %j", async (row, message) => {
    const path = await file("lines.csv", `${head}a,2026-01-01,3,1,2026-01-01,1\n${row}`);
    await expect(loadDeposits(path, "USD")).rejects.toThrow(message);
  });
});

describe("fields of JSON", () => {
  const line = { id: "l", date: "2026-01-01", amount: 1 };
  it.each([
    [{ ...deposit, id: 1.5 }, "field id: 1.5 is too large for a number"],
    [{ ...deposit, amount: true }, "field amount: must be text or a number"],
    [{ ...deposit, currency: "dollars" }, "field currency"],
    [{ ...deposit, lines: {} }, "field lines: must be a list"],
    [{ ...deposit, lines: [1] }, "field lines[0]: must be an object"],
    [{ ...deposit, lines: [line, line] }, 'field lines[1].id: "l" appears twice in deposit "a"'],
    ["a", "row 1: must be an object"],
  ])("%j is refused", async (row, message) => {
    const path = await file("bad.json", JSON.stringify([row]));
    await expect(loadDeposits(path, "USD")).rejects.toThrow(message);
  });

  it("of history are named by their path", async () => {
    const entry = { decision: "confirmed", deposit, payment: { Id: 1, TxnDate: "2026-01-01" } };
    const path = await file("h.ndjson", JSON.stringify(entry));
    await expect(loadHistory(path, "USD")).rejects.toThrow("row 1, field payment.TotalAmt");
    const maybe = await file("h2.json", JSON.stringify([{ ...entry, decision: "maybe" }]));
    await expect(loadHistory(maybe, "USD")).rejects.toThrow("isn't one of confirmed, dismissed");
  });
});

describe("customers", () => {
  const profile = {
    id: "cus_1",
    names: ["Ann Lee", "Lee & Co."],
    parent: "Lee Group",
    emails: ["ann@lee.example"],
    phones: ["555-0100"],
  };
  const payment = { Id: 1, TxnDate: "2026-01-01", TotalAmt: 1 };

  it("of lines are read in JSON and in both forms of CSV", async () => {
    const line = { id: "l", date: "2026-01-01", amount: 1, customer: profile };
    const [json] = await loadDeposits(
      await file("customers.json", JSON.stringify([{ ...deposit, lines: [line] }])),
      "USD",
    );
    expect(json?.lines?.[0]?.customer).toEqual(profile);
    const cell = (value: unknown) => `"${JSON.stringify(value).replaceAll('"', '""')}"`;
    const nested = `id,date,amount,lines\na,2026-01-01,1,${cell([line])}\n`;
    const flat = `id,date,amount,line_id,line_date,line_amount,line_customer\na,2026-01-01,1,l,2026-01-01,1,${cell(profile)}\n`;
    for (const text of [nested, flat]) {
      const [csv] = await loadDeposits(await file("customers.csv", text), "USD");
      expect(csv?.lines?.[0]?.customer).toEqual(profile);
    }
  });

  it("of payments are read by QuickBooks' names, as objects and as columns", async () => {
    const names = { CompanyName: "Lee & Co.", GivenName: "Ann", FamilyName: "Lee" };
    const expected = {
      id: "58",
      names: ["Lee & Co.", "Ann Lee", "A. Lee"],
      parent: "Lee Group",
      emails: ["ann@lee.example", "pay@lee.example"],
      phones: ["555-0100", "555-0101"],
    };
    const objects = {
      ...payment,
      ...names,
      PrintOnCheckName: "A. Lee",
      CustomerRef: { value: "58", name: "Lee Group:Ann" },
      ParentRef: { value: "9", name: "Lee Group" },
      PrimaryEmailAddr: { Address: "ann@lee.example, pay@lee.example" },
      PrimaryPhone: { FreeFormNumber: "555-0100" },
      Mobile: { FreeFormNumber: "555-0101" },
    };
    const json = await loadPayments(await file("p.ndjson", JSON.stringify(objects)), "USD");
    expect(json[0]?.customer).toEqual(expected);
    const columns = `Id,TxnDate,TotalAmt,CustomerRef.value,CompanyName,GivenName,FamilyName,PrintOnCheckName,FullyQualifiedName,PrimaryEmailAddr.Address,PrimaryPhone.FreeFormNumber,Mobile.FreeFormNumber
1,2026-01-01,1,58,Lee & Co.,Ann,Lee,A. Lee,Lee Group:Ann,"ann@lee.example, pay@lee.example",555-0100,555-0101
2,2026-01-01,1,,,,,,,,,
`;
    const csv = await loadPayments(await file("p.csv", columns), "USD");
    expect(csv.map(({ customer }) => customer)).toEqual([expected, undefined]);
  });

  it.each([
    [{ customer: "Ann" }, "field lines[0].customer: must be an object"],
    [{ customer: { names: "Ann" } }, "field lines[0].customer.names: must be a list of texts"],
    [{ customer: { emails: [7] } }, "field lines[0].customer.emails[0]: must be text"],
    [{ customer: { id: [] } }, "field lines[0].customer.id: must be text or a number"],
  ])("of a line: %j is refused", async (fields, message) => {
    const lines = [{ id: "l", date: "2026-01-01", amount: 1, ...fields }];
    const path = await file("bad.json", JSON.stringify([{ ...deposit, lines }]));
    await expect(loadDeposits(path, "USD")).rejects.toThrow(message);
  });

  it.each([
    [{ CustomerRef: "58" }, "field CustomerRef: must be an object"],
    [{ PrimaryPhone: { FreeFormNumber: {} } }, "field PrimaryPhone.FreeFormNumber: must be text"],
    [{ CompanyName: ["Lee"] }, "field CompanyName: must be text"],
  ])("of a payment: %j is refused", async (fields, message) => {
    const path = await file("bad.ndjson", JSON.stringify({ ...payment, ...fields }));
    await expect(loadPayments(path, "USD")).rejects.toThrow(message);
  });

  it("in a column must be JSON", async () => {
    const text = `${HEAD.trim()},line_id,line_date,line_amount,line_customer\na,2026-01-01,1,l,2026-01-01,1,Ann\n`;
    await expect(loadDeposits(await file("bad.csv", text), "USD")).rejects.toThrow(
      "row 2, field line_customer: this is not JSON",
    );
  });
});
