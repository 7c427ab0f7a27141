import { createReadStream } from "node:fs";
import { type Encoding, Utf8Stream } from "@/lib/tables/encoding";
import { TableError } from "@/lib/tables/errors";
import { InputError } from "./errors";

const CHUNK = 1024 * 1024;

/** Unsupported file formats by their first bytes, and how to convert them. */
const FOREIGN: { start: Buffer; is: string }[] = [
  { start: Buffer.from([0x1f, 0x8b]), is: "is compressed (gzip); unpack it first" },
  { start: Buffer.from("PK\u0003\u0004"), is: "is an Excel workbook or a zip; save it as CSV" },
  { start: Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), is: "is an Excel workbook; save it as CSV" },
  { start: Buffer.from("%PDF"), is: "is a PDF; export the report as CSV" },
];

const FAILURES: Record<string, string> = {
  ENOENT: "no such file",
  EISDIR: "is a folder, not a file",
  EACCES: "can't be read (permission denied)",
};

/** Which encoding a file turned out to have, with a word that shows it where it is a guess. */
export type OnEncoding = (encoding: Encoding, example: string | null) => void;

/**
 * A text file as UTF-8 in large pieces, without its byte order mark: UTF-8, UTF-16 or Windows-1252.
 * @throws InputError when it is no text
 */
export async function* bytesOf(file: string, onEncoding?: OnEncoding): AsyncGenerator<Buffer> {
  const text = new Utf8Stream();
  let isFirst = true;
  try {
    for await (const piece of createReadStream(file, { highWaterMark: CHUNK })) {
      const chunk = piece as Buffer;
      if (isFirst) refuseForeign(file, chunk);
      isFirst = false;
      yield asBuffer(text.push(chunk));
    }
    const rest = text.end();
    if (rest.length > 0) yield asBuffer(rest);
  } catch (error) {
    if (error instanceof InputError) throw error;
    if (error instanceof TableError) throw new InputError(`${file}: ${error.message}`);
    const { code = "", message } = error as NodeJS.ErrnoException;
    throw new InputError(`${file}: ${FAILURES[code] ?? message}`);
  }
  onEncoding?.(text.encoding, text.example);
}

function refuseForeign(file: string, chunk: Buffer): void {
  const found = FOREIGN.find(({ start }) => chunk.subarray(0, start.length).equals(start));
  if (found) throw new InputError(`${file}: ${found.is}`);
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
