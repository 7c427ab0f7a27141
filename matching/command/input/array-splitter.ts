import { InputError } from "./errors";

/** One unparsed element of a top-level array, and where it begins (all counted from 1). */
export interface ArrayElement {
  text: string;
  row: number;
  line: number;
  column: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const NEWLINE = 0x0a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const WHITE_SPACE = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** Whether the text is only JSON white space. */
export function isBlank(text: string): boolean {
  return !/[^ \t\r\n]/.test(text);
}

/**
 * Splits a JSON array into its elements' texts while it streams, so that no file has to fit into one string.
 * Knows only brackets, strings and commas: JSON.parse validates each element.
 */
export class ArraySplitter {
  /** Open brackets: 0 before and after the array, 1 between its elements. */
  private depth = 0;
  private isClosed = false;
  private inString = false;
  /** Bytes of the next chunk that belong to an escape at the end of this one. */
  private skip = 0;
  /** The current element's text from earlier chunks. */
  private head: Buffer[] = [];
  private row = 1;
  private line = 1;
  /** Bytes before this chunk, and before this line. */
  private offset = 0;
  private lineOffset = 0;
  private start = { line: 1, column: 1 };

  constructor(private readonly file: string) {}

  /** The elements that end in this chunk. @throws InputError when the file is not an array */
  *push(chunk: Buffer): Generator<ArrayElement> {
    let from = this.skip;
    this.skip = 0;
    if (this.depth === 0) from = this.passOutside(chunk, 0);
    let begin = this.head.length > 0 ? 0 : from;
    while (from < chunk.length) {
      const end = this.scan(chunk, from);
      if (end >= chunk.length) {
        this.skip = end - chunk.length;
        break;
      }
      const element = this.take(chunk.subarray(begin, end));
      begin = from = end + 1;
      if (this.depth === 1) {
        yield element;
        this.beginElement(end);
        this.row++;
        continue;
      }
      if (chunk[end] !== CLOSE_ARRAY) throw this.error("found a } where the array should end");
      if (this.row > 1 || !isBlank(element.text)) yield element;
      this.isClosed = true;
      begin = from = this.passOutside(chunk, from);
    }
    if (this.depth > 0) this.head.push(chunk.subarray(begin));
    this.offset += chunk.length;
  }

  /** @throws InputError when the array is not closed */
  end(): void {
    if (this.depth > 0) throw this.error("the file ends inside the array; it may be cut off");
  }

  private error(message: string): InputError {
    return new InputError(`${this.file}, row ${this.row} (line ${this.line}): ${message}`);
  }

  /**
   * The hot loop, on local variables. @returns where the element ends: at a comma or at the end of the array;
   * the chunk's length or more when it continues in the next one
   */
  private scan(chunk: Buffer, from: number): number {
    const { length } = chunk;
    let { depth, inString } = this;
    let i = from;
    for (; i < length; i++) {
      const byte = chunk[i];
      if (inString) {
        if (byte === QUOTE) inString = false;
        else if (byte === BACKSLASH) i++;
      } else if (byte === QUOTE) inString = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth++;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        depth--;
        if (depth === 0) break;
      } else if (byte === COMMA) {
        if (depth === 1) break;
      } else if (byte === NEWLINE) this.beginLine(i);
    }
    this.depth = depth;
    this.inString = inString;
    return i;
  }

  /** Allows only white space outside the array. @returns where the array's first element begins */
  private passOutside(chunk: Buffer, from: number): number {
    for (let i = from; i < chunk.length; i++) {
      const byte = chunk[i] ?? 0;
      if (byte === NEWLINE) this.beginLine(i);
      if (WHITE_SPACE.has(byte)) continue;
      if (this.isClosed) {
        throw new InputError(
          `${this.file}, line ${this.line}: something follows the end of the array`,
        );
      }
      if (byte !== OPEN_ARRAY) {
        const hint = byte === OPEN_OBJECT ? "; one object per line is .ndjson" : "";
        throw new InputError(`${this.file}: the file must contain a JSON array ([ … ])${hint}`);
      }
      this.depth = 1;
      this.beginElement(i);
      return i + 1;
    }
    return chunk.length;
  }

  private beginLine(newline: number): void {
    this.line++;
    this.lineOffset = this.offset + newline + 1;
  }

  private beginElement(separator: number): void {
    this.start = { line: this.line, column: this.offset + separator - this.lineOffset + 2 };
  }

  private take(tail: Buffer): ArrayElement {
    const bytes = this.head.length === 0 ? tail : Buffer.concat([...this.head, tail]);
    this.head = [];
    return { text: bytes.toString("utf8"), row: this.row, ...this.start };
  }
}
