import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { loadDeposits } from "@/matching/command/load";
import { temporaryFiles } from "./command";

const file = temporaryFiles();
const MOLLIE = `Date,Payment method,Currency,Amount,Status,ID,Description,Consumer name,Settlement currency,Settlement amount,Settlement reference
2026-03-01 10:12:00,ideal,EUR,100.00,paidout,tr_a,Order 1001,Jan de Vries,EUR,100.00,1234567.2603.01
2026-03-04 00:00:00,,EUR,-2.88,paidout,,Withheld fees,,EUR,-2.88,1234567.2603.01
2026-03-05 10:00:00,ideal,EUR,5.00,paid,tr_b,Order 1002,,EUR,5.00,`;

describe("reports of payouts that the product imports", () => {
  it("are deposits with lines, also where their columns could be plain CSV", async () => {
    const notes: string[] = [];

    const deposits = await loadDeposits(await file("mollie.csv", MOLLIE), "USD", {
      note: (text) => notes.push(text),
    });

    expect(deposits).toMatchObject([
      {
        ...{ id: "1234567.2603.01", date: "2026-03-04", amount: 97_12, currency: "EUR" },
        processor: "Mollie",
        lines: [
          { id: "tr_a", type: "charge", amount: 100_00, entity: "Jan de Vries" },
          { type: "fee", amount: -2_88 },
        ],
      },
    ]);
    expect(notes).toEqual([expect.stringContaining("left out 1 row: is in no settlement yet")]);
  });

  it("name the row that can't be read", async () => {
    const path = await file("broken.csv", MOLLIE.replace("EUR,100.00,1234567", "EUR,many,1234567"));

    await expect(loadDeposits(path, "USD")).rejects.toThrow(
      `${path}, row 2: Settlement amount: "many" is not an amount`,
    );
  });

  it("may be Excel workbooks", async () => {
    const rows = MOLLIE.split("\n").map((line, at) => {
      const cells = line
        .split(",")
        .map(
          (cell, column) =>
            `<c r="${"ABCDEFGHIJK"[column]}${at + 1}" t="inlineStr"><is><t>${cell}</t></is></c>`,
        );
      return `<row r="${at + 1}">${cells.join("")}</row>`;
    });
    const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    const book = zipSync({
      "xl/workbook.xml": strToU8(
        `<workbook xmlns:r="${office}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
      "xl/_rels/workbook.xml.rels": strToU8(
        `<Relationships><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      ),
      "xl/worksheets/sheet1.xml": strToU8(
        `<worksheet><sheetData>${rows.join("")}</sheetData></worksheet>`,
      ),
    });

    const deposits = await loadDeposits(await file("mollie.xlsx", Buffer.from(book)), "USD");

    expect(deposits).toMatchObject([{ id: "1234567.2603.01", amount: 97_12 }]);
  });
});
