import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { csvLine, csvText } from "@/lib/csv";

describe("a cell of text", () => {
  it.each([
    ["Checking", "Checking"],
    ["Böhm & Sons", "Böhm & Sons"],
    ["a,b", '"a,b"'],
    ['5" pipe', '"5"" pipe"'],
    ["a;=1+1", '"a;=1+1"'],
    [";=1+1", '";=1+1"'],
    ["two\nlines", '"two\nlines"'],
    ["", ""],
    ["po_1-2", "po_1-2"],
  ])("%j is written as %j", (text, cell) => {
    expect(csvText(text)).toBe(cell);
  });

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", " =1+1", "＝1+1", "\t=1", "\r=1", "\n", "\u200b=1+1"])(
    "%j is not executed by spreadsheets",
    (text) => {
      const [[cell]] = parse(csvLine([csvText(text)])) as [[string]];
      expect(cell).toBe(`'${text}`);
    },
  );
});

test("any cells round-trip, and none begins as a formula", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "grapheme" }), { minLength: 2, maxLength: 6 }),
      (texts) => {
        const [cells = []] = parse(csvLine(texts.map(csvText))) as string[][];
        expect(cells).toHaveLength(texts.length);
        for (const [index, cell] of cells.entries()) {
          expect([texts[index], `'${texts[index]}`]).toContain(cell);
          expect(cell).not.toMatch(/^[=+\-@\t\r]/);
        }
      },
    ),
  );
});
