import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ArraySplitter } from "@/matching/command/input/array-splitter";
import { InputError } from "@/matching/command/input/errors";
import { jsonArrayRows, ndjsonRows } from "@/matching/command/input/json-rows";
import { temporaryFiles } from "./command";

const file = temporaryFiles();

/** Where a stream happens to be split. */
const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
const indent = fc.constantFrom(undefined, 2, "\t");
const arrayText = fc
  .tuple(fc.array(fc.jsonValue({ maxDepth: 3 })), indent)
  .map(([value, space]) => JSON.stringify(value, null, space));

describe("a JSON array as a stream", () => {
  it("has the elements that JSON.parse finds, wherever it is split", () => {
    fc.assert(
      fc.property(arrayText, cuts, (text, sizes) => {
        expect(elementsOf(text, sizes)).toEqual(JSON.parse(text));
      }),
    );
  });

  it("is refused exactly where JSON.parse refuses it", () => {
    const broken = fc
      .tuple(arrayText, fc.nat(), fc.nat({ max: 3 }), fc.constantFrom(...'[]{},:"\\0 \n\ta', ""))
      .map(([text, at, length, inserted]) => {
        const place = at % text.length;
        return text.slice(0, place) + inserted + text.slice(place + length);
      })
      // Blank files are empty lists here; values other than lists are refused.
      .filter((text) => /[^ \t\r\n]/.test(text));
    fc.assert(
      fc.property(broken, cuts, (text, sizes) => {
        const wanted = parsed(text);
        if (Array.isArray(wanted)) expect(elementsOf(text, sizes)).toEqual(wanted);
        else expect(() => elementsOf(text, sizes)).toThrow();
      }),
      { numRuns: 2000 },
    );
  });

  it("gives every element's row, line and column", () => {
    const text = '[{"a": 1},\n  {"b": "x\\"]"}, 3\n]';
    const elements = [...new ArraySplitter("f.json").push(Buffer.from(text))];
    expect(elements).toEqual([
      { text: '{"a": 1}', row: 1, line: 1, column: 2 },
      { text: '\n  {"b": "x\\"]"}', row: 2, line: 1, column: 11 },
      { text: " 3\n", row: 3, line: 2, column: 17 },
    ]);
  });

  const faults = [
    ['[{"id": 1},\n {"id" 2}]', "row 2 (line 2, column 8): this is not JSON: Expected ':'"],
    ["[1,]", "row 2 (line 1, column 4): this is not JSON: a value is missing"],
    ["[1,\n2", "row 2 (line 2): the file ends inside the array; it may be cut off"],
    ["[1]\n]", "line 2: something follows the end of the array"],
    ["[1}", "row 1 (line 1): found a } where the array should end"],
    ['{"id": 1}', "must contain a JSON array ([ … ]); one object per line is .ndjson"],
    [
      '[{"a": [1, 2]},\n{"b": nil}]',
      "row 2 (line 2, column 8): this is not JSON: Unexpected token 'i'",
    ],
    ['[{"a": "x"}, "', "row 2 (line 1): the file ends inside the array"],
    ["12", "must contain a JSON array ([ … ])"],
  ];
  it.each(faults)("%j is wrong, with the position", async (text, message) => {
    const path = await file("broken.json", text);
    const reading = drain(jsonArrayRows(path));
    await expect(reading).rejects.toThrow(InputError);
    await expect(drain(jsonArrayRows(path))).rejects.toThrow(message);
  });

  it.each(["", " \n", "[]", "\ufeff[ ]\n"])("%j has no rows", async (text) => {
    expect(await drain(jsonArrayRows(await file("empty.json", text)))).toEqual([]);
  });
});

describe("one JSON value per line", () => {
  it("counts lines, blank ones too, with either line ending", async () => {
    const path = await file("rows.ndjson", '\ufeff{"a":1}\r\n\r\n{"a":"é"}\n3');
    expect(await drain(ndjsonRows(path))).toEqual([
      { value: { a: 1 }, row: 1 },
      { value: { a: "é" }, row: 3 },
      { value: 3, row: 4 },
    ]);
  });

  it("says which line is broken", async () => {
    const path = await file("rows.ndjson", '{"a":1}\n\n{"a":}\n');
    await expect(drain(ndjsonRows(path))).rejects.toThrow("rows.ndjson, row 3 (line 3, column 6)");
  });

  it("joins what spans two pieces of the file", async () => {
    const long = "ä".repeat(800_000);
    const path = await file("long.ndjson", `"${long}"\n"x${long}"\n`);
    expect((await drain(ndjsonRows(path))).map(({ value }) => value)).toEqual([long, `x${long}`]);
  });
});

function elementsOf(text: string, sizes: number[]): unknown[] {
  const splitter = new ArraySplitter("f.json");
  const bytes = Buffer.from(text);
  const values: unknown[] = [];
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length] ?? 1;
    for (const element of splitter.push(bytes.subarray(at, at + size))) {
      values.push(JSON.parse(element.text));
    }
    at += size;
  }
  splitter.end();
  return values;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function drain<Row>(batches: AsyncGenerator<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of batches) rows.push(...batch);
  return rows;
}
