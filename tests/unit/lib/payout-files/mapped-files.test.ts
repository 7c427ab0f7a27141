import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { fileCells } from "@/lib/payout-files/cells/file-cells";
import type { Mapping } from "@/lib/payout-files/formats/mapped";
import { type PayoutFileOptions, parsePayoutFile } from "@/lib/payout-files/parse-payout-file";
import { readText } from "./read";

const BY_ID: Mapping = {
  columns: {
    payout_id: "Batch",
    payout_date: "Paid",
    date: "Day",
    gross: "Gross",
    fee: "Fee",
    net: "Net",
  },
  payouts: "id",
};
const HEADER = "Batch,Paid,Day,Gross,Fee,Net";

function read(rows: string[], options: Partial<PayoutFileOptions> = {}, mapping = BY_ID) {
  return readText([HEADER, ...rows].join("\n"), { mapping, currency: "EUR", ...options });
}

function totals({ payouts }: Awaited<ReturnType<typeof read>>) {
  return payouts.map(({ id, date, amount, currency }) => [id, date, amount, currency]);
}

describe("files whose columns a user chose", () => {
  it("asks for the columns of a file that it doesn't know, and suggests them", async () => {
    const file = await readText(
      "Harbor Terminal\nMarch 2026\n\nDeposit ID,Settlement date,Transaction date,Amount,Fees,Net amount,Order number\nD1,2026-03-05,2026-03-01,10.00,0.30,9.70,77",
    );

    expect(file).toMatchObject({ format: null, headerRow: 4, payouts: [], rows: 1 });
    expect(file.suggestion).toEqual({
      columns: {
        payout_id: "Deposit ID",
        payout_date: "Settlement date",
        date: "Transaction date",
        gross: "Amount",
        fee: "Fees",
        net: "Net amount",
        number: "Order number",
      },
      payouts: "id",
    });
  });

  it.each([
    {
      habit: "German: semicolons, comma as decimal sign, Excel's first line, Windows-1252",
      text: "sep=;\r\nAuszahlungs-ID;Auszahlungsdatum;Datum;Betrag;Gebühr;Kunde\r\nA1;13.03.2026;01.03.2026;1.234,56;34,56;Jürgen Groß\r\nA1;13.03.2026;02.03.2026;-100,00;0,00;Ada\r\n",
      encoding: "latin1" as const,
      columns: {
        payout_id: "Auszahlungs-ID",
        payout_date: "Auszahlungsdatum",
        date: "Datum",
        gross: "Betrag",
        fee: "Gebühr",
        customer: "Kunde",
      },
      result: ["A1", "2026-03-13", 1100_00, "EUR", "Jürgen Groß"],
    },
    {
      habit:
        "French: spaces between thousands, UTF-16, empty lines, repeated header, a row of totals",
      text: "\ufeffVersement\tPayé le\tDate\tMontant net\tClient\r\nV1\t13/03/2026\t02/03/2026\t1 234,56 €\tZoé\r\n\t\t\t\t\r\nVersement\tPayé le\tDate\tMontant net\tClient\r\nV1\t13/03/2026\t03/03/2026\t-34,56 €\tZoé\r\nTotal\t\t\t1 200,00 €\t\r\n",
      encoding: "utf16le" as const,
      columns: {
        payout_id: "Versement",
        payout_date: "Payé le",
        date: "Date",
        net: "Montant net",
        customer: "Client",
      },
      result: ["V1", "2026-03-13", 1200_00, "EUR", "Zoé"],
    },
    {
      habit: "British: days first, brackets and a minus sign after the number",
      text: "Batch,Paid,Date,Net,Customer\nB1,13/03/2026,02/03/2026,£120.00,Ann\nB1,13/03/2026,04/03/2026,(£15.00),Ann\nB1,13/03/2026,05/03/2026,5.00-,Ann\n",
      encoding: "utf8" as const,
      columns: {
        payout_id: "Batch",
        payout_date: "Paid",
        date: "Date",
        net: "Net",
        customer: "Customer",
      },
      result: ["B1", "2026-03-13", 100_00, "GBP", "Ann"],
    },
  ])("reads $habit", async ({ text, encoding, columns, result }) => {
    const mapping: Mapping = { columns, payouts: "id" };
    const file = await parsePayoutFile(Buffer.from(text, encoding), {
      mapping,
      timeZone: "UTC",
      currency: "EUR",
    });

    expect(file).toMatchObject({ problem: null, undecidedDate: null, errors: [] });
    const [payout] = file.payouts;
    const [line] = payout?.lines ?? [];
    expect([
      payout?.id,
      payout?.date,
      payout?.amount,
      payout?.currency,
      line?.customerName,
    ]).toEqual(result);
  });

  it.each([
    [
      "JPY",
      ["P1,2026-03-05,2026-03-01,1200,43,1157", "P2,2026-03-06,2026-03-01,-500,0,-500"],
      [1157, -500],
    ],
    ["KWD", ["P1,2026-03-05,2026-03-01,12.500,0.250,12.250"], [12250]],
  ])(
    "reads %s with its own minor unit, and payouts that were debits",
    async (currency, rows, amounts) => {
      const file = await read(rows, { currency, decimalSign: "." });

      expect(file.errors).toEqual([]);
      expect(file.payouts.map(({ amount }) => amount)).toEqual(amounts);
    },
  );

  it("makes payouts by day and currency, or of the whole file with its total", async () => {
    const header = "Paid on,Net,Currency";
    const rows = ["2026-03-05,10.00,EUR", "2026-03-05,7.00,USD", "2026-03-06,-2.00,EUR"];
    const columns = { payout_date: "Paid on", net: "Net", currency: "Currency" };

    const byDay = await readText([header, ...rows].join("\n"), {
      mapping: { columns, payouts: "date" },
    });
    const whole = (total: string) =>
      readText(["Date,Net", "2026-03-05,10.00", "2026-03-06,-2.00", `Total,${total}`].join("\n"), {
        mapping: { columns: { date: "Date", net: "Net" }, payouts: "file" },
        currency: "EUR",
      });

    expect(totals(byDay)).toEqual([
      ["2026-03-05-EUR", "2026-03-05", 10_00, "EUR"],
      ["2026-03-05-USD", "2026-03-05", 7_00, "USD"],
      ["2026-03-06-EUR", "2026-03-06", -2_00, "EUR"],
    ]);
    expect(totals(await whole("8.00")).map(([, ...rest]) => rest)).toEqual([
      ["2026-03-06", 8_00, "EUR"],
    ]);
    expect(await whole("9.00")).toMatchObject({
      payouts: [],
      errors: [
        {
          reason: expect.stringContaining(
            "add up to 8.00 EUR, but the report's total says 9.00: a difference of 1.00",
          ),
        },
      ],
    });
  });

  it("imports no payout by half: rows that can't be read take theirs with them", async () => {
    const file = await read([
      "P1,2026-03-05,2026-03-01,10.00,0.30,9.70",
      "P1,2026-03-05,2026-03-01,ten,0.30,9.70",
      "P2,2026-03-06,2026-03-02,20.00,0.60,19.40",
      "P3,2026-03-07,2026-03-02,20.00,0.60,19.00",
    ]);

    expect(totals(file)).toEqual([["P2", "2026-03-06", 19_40, "EUR"]]);
    expect(file.errors).toEqual([
      { row: 2, reason: "Payout P1 is not imported: row 3 can't be read." },
      { row: 3, reason: 'Gross: "ten" is not an amount such as 1,234.56' },
      { row: 5, reason: "Fee: gross and net differ by another amount" },
      { row: 5, reason: "Payout P3 is not imported: row 5 can't be read." },
    ]);
  });

  it("holds up payouts that a row without a readable payout may belong to", async () => {
    const { payouts, errors } = await readText("Paid,Net\n2026-03-05,10.00\nsoon,5.00", {
      mapping: { columns: { payout_date: "Paid", net: "Net" }, payouts: "date" },
      currency: "EUR",
    });

    expect(payouts).toEqual([]);
    expect(errors.map(({ reason }) => reason)).toContain(
      "Payout 2026-03-05-EUR is not imported: row 3 can't be read and may belong to it.",
    );
  });

  it("compares a payout with its own row to the cent", async () => {
    const rows = (total: string) =>
      `Batch,Paid,Kind,Net\nP1,2026-03-05,Sale,9.70\nP1,2026-03-05,Sale,1.00\nP1,2026-03-05,Transfer,${total}`;
    const mapping: Mapping = {
      columns: { payout_id: "Batch", payout_date: "Paid", type: "Kind", net: "Net" },
      payouts: "id",
      kinds: { transfer: "payout" },
    };

    const right = await readText(rows("-10.70"), { mapping, currency: "EUR" });
    const wrong = await readText(rows("10.71"), { mapping, currency: "EUR" });

    expect(totals(right)).toEqual([["P1", "2026-03-05", 10_70, "EUR"]]);
    expect(wrong).toMatchObject({
      payouts: [],
      errors: [
        {
          row: 2,
          reason:
            "Payout P1 is not imported: rows 2–3 add up to 10.70 EUR, but row 4 says 10.71: a difference of 0.01.",
        },
      ],
    });
  });

  it("gives the same file the same ids, keeps equal rows apart, and counts a repeated movement once", async () => {
    const lines = ["2026-03-05,10.00", "2026-03-05,10.00", "2026-03-06,3.00"];
    const mapping: Mapping = { columns: { date: "Date", net: "Net" }, payouts: "file" };
    const once = () => readText(["Date,Net", ...lines].join("\n"), { mapping, currency: "EUR" });
    const [first, again] = [await once(), await once()];
    const other = await readText(["Date,Net", ...lines.slice(1)].join("\n"), {
      mapping,
      currency: "EUR",
    });

    expect(again.payouts).toEqual(first.payouts);
    expect(new Set(first.payouts[0]?.lines.map(({ id }) => id)).size).toBe(3);
    expect(other.payouts[0]?.id).not.toBe(first.payouts[0]?.id);

    const repeated = await readText("Id,Date,Net\nT1,2026-03-05,10.00\nT1,2026-03-05,10.00", {
      mapping: { columns: { ...mapping.columns, id: "Id" }, payouts: "file" },
      currency: "EUR",
    });
    expect(repeated).toMatchObject({
      payouts: [{ amount: 10_00, lines: [{ id: "T1" }] }],
      leftOut: [{ row: 3, reason: "repeats row 2" }],
    });
  });

  it.each([
    [
      "a day that may be two",
      ["P1,02/03/2026,02/03/2026,10.00,0.30,9.70"],
      {},
      { undecidedDate: { text: "02/03/2026" } },
    ],
    [
      "thousands that may be decimals",
      ["P1,2026-03-05,2026-03-01,1.234,0,1.234"],
      {},
      { problem: expect.stringContaining('say which with the decimal sign: "." or ","') },
    ],
    [
      "a currency that nothing names",
      ["P1,2026-03-05,2026-03-01,10.00,0.30,9.70"],
      { currency: undefined },
      { needsCurrency: true },
    ],
  ])("asks about %s instead of guessing", async (_what, rows, options, expected) => {
    const file = await read(rows, options);

    expect(file).toMatchObject({ payouts: [], ...expected });
  });

  it("decides days by the whole column, or as the user says", async () => {
    const rows = [
      "P1,04/03/2026,02/03/2026,10.00,0.30,9.70",
      "P2,25/03/2026,03/03/2026,10.00,0.30,9.70",
    ];

    const byColumn = await read(rows);
    const chosen = await read(rows.slice(0, 1), { dateOrder: "mdy" });

    expect(byColumn.payouts.map(({ date }) => date)).toEqual(["2026-03-04", "2026-03-25"]);
    expect(chosen.payouts.map(({ date }) => date)).toEqual(["2026-04-03"]);
  });

  it.each([
    ["-0.30", "signed", 9_70],
    ["0.30", "cost", 9_70],
  ])("takes a fee of %s as %s without a net amount", async (fee, _kind, amount) => {
    const { net: _net, ...columns } = BY_ID.columns;
    const file = await read([`P1,2026-03-05,2026-03-01,10.00,${fee},0`], {}, { ...BY_ID, columns });

    expect(file.payouts.map((payout) => payout.amount)).toEqual([amount]);
  });

  it("asks how fees are written where only refunds have them", async () => {
    const { net: _net, ...columns } = BY_ID.columns;
    const file = await read(["P1,2026-03-05,2026-03-01,-10.00,-0.30,0"], {}, { ...BY_ID, columns });

    expect(file).toMatchObject({ payouts: [], problem: expect.stringContaining("Choose which") });
  });
});

describe("the bytes of a file", () => {
  it.each([
    ["a PDF", Buffer.from("%PDF-1.7 ..."), "export the report as CSV or Excel"],
    ["an old workbook", Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), "save it as .xlsx or CSV"],
    ["nothing", Buffer.alloc(0), "is empty"],
    [
      "a zip that is no workbook",
      Buffer.from(zipSync({ "a.xml": Buffer.from("<a/>") })),
      "not an Excel workbook",
    ],
    [
      "an open quotation mark",
      Buffer.from('Date,Net\n2026-03-01,"10.00\n'),
      'row 2: a quotation mark (") is opened here and never closed',
    ],
  ])("says what to do with %s", async (_what, bytes, advice) => {
    await expect(parsePayoutFile(bytes, { timeZone: "UTC" })).rejects.toThrow(advice);
  });

  it.each([
    [
      "far away",
      `<row r="1"><c r="A1"><v>1</v></c></row><row r="900000"><c r="A900000"><v>1</v></c></row>`,
    ],
    ["far right", `<row r="1"><c r="XFD1"><v>1</v></c></row>`],
  ])("refuses a workbook with a cell %s, which unpacks to millions", async (_where, rows) => {
    await expect(fileCells(workbook(rows), () => false)).rejects.toThrow("is larger than");
  });

  it("refuses a workbook that unpacks to more than it may", async () => {
    const bomb = zipSync(
      { "xl/worksheets/sheet1.xml": new Uint8Array(120 * 1024 * 1024) },
      { level: 1 },
    );

    await expect(fileCells(bomb, () => false)).rejects.toThrow("is larger than");
  });

  it("reads an Excel workbook: numbers as kept, days as shown, the sheet with the payouts", async () => {
    const rows = [
      text("A1", "Batch") + text("B1", "Paid") + text("C1", "Net"),
      `${text("A2", "P1")}<c r="B2" s="1"><v>46086</v></c><c r="C2"><v>0.30000000000000004</v></c>`,
      `${text("A3", "P1")}<c r="B3" s="1"><v>46086</v></c><c r="C3"><v>1234.5</v></c>`,
    ];
    const sheet = rows.map((cells, at) => `<row r="${at + 1}">${cells}</row>`).join("");

    const file = await parsePayoutFile(workbook(sheet), {
      mapping: { columns: { payout_id: "Batch", payout_date: "Paid", net: "Net" }, payouts: "id" },
      currency: "EUR",
      timeZone: "UTC",
    });

    expect(file).toMatchObject({ sheet: "Payouts", problem: null, errors: [] });
    expect(totals(file)).toEqual([["P1", "2026-03-05", 1234_80, "EUR"]]);
  });
});

function text(place: string, value: string): string {
  return `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
}

/** The smallest workbook that Excel opens. */
function workbook(rows: string): Uint8Array {
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const packages = "http://schemas.openxmlformats.org/package/2006";
  const parts = {
    "[Content_Types].xml": `<Types xmlns="${packages}/content-types"/>`,
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Payouts" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
  };
  const files = Object.entries(parts).map(([name, xml]) => [name, new TextEncoder().encode(xml)]);
  return zipSync(Object.fromEntries(files));
}
