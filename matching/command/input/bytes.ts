import { createReadStream } from "node:fs";
import { InputError } from "./errors";
import { Utf8Check } from "./utf8";

const CHUNK = 1024 * 1024;

const MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const SAVE_AS = 'save it as UTF-8 (in Excel: "CSV UTF-8")';

/** Unsupported file formats by their first bytes, and how to convert them. */
const FOREIGN: { start: Buffer; is: string }[] = [
  { start: Buffer.from([0x1f, 0x8b]), is: "is compressed (gzip); unpack it first" },
  { start: Buffer.from("PK\u0003\u0004"), is: "is an Excel workbook or a zip; save it as CSV" },
  { start: Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), is: "is an Excel workbook; save it as CSV" },
  { start: Buffer.from([0xff, 0xfe]), is: `is UTF-16; ${SAVE_AS}` },
  { start: Buffer.from([0xfe, 0xff]), is: `is UTF-16; ${SAVE_AS}` },
];

const FAILURES: Record<string, string> = {
  ENOENT: "no such file",
  EISDIR: "is a folder, not a file",
  EACCES: "can't be read (permission denied)",
};

/** A text file in large pieces, without its byte order mark. @throws InputError when it is not UTF-8 */
export async function* bytesOf(file: string): AsyncGenerator<Buffer> {
  const utf8 = new Utf8Check();
  let isFirst = true;
  try {
    for await (const piece of createReadStream(file, { highWaterMark: CHUNK })) {
      const chunk = piece as Buffer;
      if (isFirst) refuseForeign(file, chunk);
      if (!utf8.accepts(chunk)) throw new InputError(`${file}: is not UTF-8 text; ${SAVE_AS}`);
      yield isFirst && startsWith(chunk, MARK) ? chunk.subarray(MARK.length) : chunk;
      isFirst = false;
    }
  } catch (error) {
    if (error instanceof InputError) throw error;
    const { code = "", message } = error as NodeJS.ErrnoException;
    throw new InputError(`${file}: ${FAILURES[code] ?? message}`);
  }
  if (!utf8.isComplete())
    throw new InputError(`${file}: ends inside a character; it may be cut off`);
}

function refuseForeign(file: string, chunk: Buffer): void {
  const found = FOREIGN.find(({ start }) => startsWith(chunk, start));
  if (found) throw new InputError(`${file}: ${found.is}`);
  if (chunk.includes(0)) throw new InputError(`${file}: is not text in UTF-8; ${SAVE_AS}`);
}

function startsWith(chunk: Buffer, start: Buffer): boolean {
  return chunk.subarray(0, start.length).equals(start);
}
