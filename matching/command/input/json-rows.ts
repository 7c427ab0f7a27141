import { ArraySplitter, isBlank } from "./array-splitter";
import { bytesOf } from "./bytes";
import { parseJson } from "./json-value";

/** One parsed value and its row: the element of an array, or the line of NDJSON, counted from 1. */
export interface JsonRow {
  value: unknown;
  row: number;
}

/** The elements of a JSON array, one chunk at a time. @throws InputError with the position */
export async function* jsonArrayRows(file: string): AsyncGenerator<JsonRow[]> {
  const splitter = new ArraySplitter(file);
  for await (const chunk of bytesOf(file)) {
    const rows: JsonRow[] = [];
    for (const { text, row, line, column } of splitter.push(chunk)) {
      rows.push({ value: parseJson(text, { file, row, line, column }), row });
    }
    yield rows;
  }
  splitter.end();
}

const NEWLINE = 0x0a;

/** The values of a file with one JSON value per line; blank lines are skipped. @throws InputError */
export async function* ndjsonRows(file: string): AsyncGenerator<JsonRow[]> {
  let row = 0;
  let head: Buffer[] = [];
  const parseLine = (bytes: Buffer, rows: JsonRow[]) => {
    row++;
    const text = bytes.toString("utf8");
    if (!isBlank(text)) {
      rows.push({ value: parseJson(text, { file, row, line: row, column: 1 }), row });
    }
  };
  for await (const chunk of bytesOf(file)) {
    const rows: JsonRow[] = [];
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      const tail = chunk.subarray(from, end);
      parseLine(head.length === 0 ? tail : Buffer.concat([...head, tail]), rows);
      head = [];
      from = end + 1;
    }
    head.push(chunk.subarray(from));
    yield rows;
  }
  const last: JsonRow[] = [];
  parseLine(Buffer.concat(head), last);
  yield last;
}
