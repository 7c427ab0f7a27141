import { TableError } from "./errors";

export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

const SAVE_AS = 'save it as UTF-8 (in Excel: "CSV UTF-8")';
/** Bytes that no letter of Windows-1252 has. */
const UNUSED = [0x81, 0x8d, 0x8f, 0x90, 0x9d];
/** Enough to see the pattern of UTF-16. */
const SAMPLE = 512;

/**
 * Text of any supported encoding in, UTF-8 without a byte order mark out, as it streams. UTF-16 is recognized by
 * its mark or its zero bytes. What is not UTF-8 is Windows-1252.
 */
export class Utf8Stream {
  private decoder: TextDecoder | null = null;
  private readonly utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  /** The beginning of a character that ends in the next piece. */
  private head: Uint8Array = new Uint8Array(0);
  private isFirst = true;
  private hasOtherThanAscii = false;
  encoding: Encoding = "utf-8";
  /** The first word with a letter outside ASCII, where the encoding is a guess. */
  example: string | null = null;

  /** @throws TableError when the bytes are no text */
  push(bytes: Uint8Array): Uint8Array {
    let piece = bytes;
    if (this.isFirst) {
      this.isFirst = false;
      piece = this.begin(bytes);
    }
    return this.decoder ? this.decoded(this.decoder, piece) : this.checked(piece);
  }

  /** What remains. @throws TableError when the text ends inside a character */
  end(): Uint8Array {
    if (this.decoder) return new TextEncoder().encode(this.decoder.decode());
    if (this.head.length === 0) return this.head;
    if (this.hasOtherThanAscii) {
      throw new TableError("ends inside a character; it may be cut off");
    }
    return this.as1252(this.head);
  }

  private begin(bytes: Uint8Array): Uint8Array {
    const [first, second, third] = bytes;
    if (first === 0xef && second === 0xbb && third === 0xbf) return bytes.subarray(3);
    const isLittle = (first === 0xff && second === 0xfe) || zerosAt(bytes, 1);
    if (isLittle || (first === 0xfe && second === 0xff) || zerosAt(bytes, 0)) {
      this.encoding = isLittle ? "utf-16le" : "utf-16be";
      this.decoder = new TextDecoder(this.encoding);
    } else if (bytes.includes(0)) throw new TableError(`is not text; ${SAVE_AS}`);
    return bytes;
  }

  private decoded(decoder: TextDecoder, bytes: Uint8Array): Uint8Array {
    return new TextEncoder().encode(decoder.decode(bytes, { stream: true }));
  }

  private checked(piece: Uint8Array): Uint8Array {
    const bytes = this.head.length === 0 ? piece : joined(this.head, piece);
    const whole = bytes.subarray(0, endOfWholeCharacters(bytes));
    this.head = bytes.subarray(whole.length);
    try {
      this.hasOtherThanAscii =
        this.utf8.decode(whole).length < whole.length || this.hasOtherThanAscii;
      return whole;
    } catch {
      this.head = new Uint8Array(0);
      return this.as1252(bytes);
    }
  }

  private as1252(bytes: Uint8Array): Uint8Array {
    const lenient = new TextDecoder().decode(bytes);
    // Letters of Windows-1252 beside each other may look like one of UTF-8, but seldom.
    const [right, wrong] = [/[^\0-\x7f\ufffd]/gu, /\ufffd/g].map(
      (one) => lenient.match(one)?.length ?? 0,
    );
    if (this.hasOtherThanAscii || Number(right) >= Number(wrong)) this.refuseMixture(lenient);
    if (UNUSED.some((byte) => bytes.includes(byte))) {
      throw new TableError(`is neither UTF-8 nor Windows-1252 text; ${SAVE_AS}`);
    }
    this.encoding = "windows-1252";
    this.decoder = new TextDecoder("windows-1252");
    const text = this.decoder.decode(bytes, { stream: true });
    this.example = /[\p{L}\p{M}]*[^\0-\x7f][\p{L}\p{M}]*/u.exec(text)?.[0] ?? null;
    return new TextEncoder().encode(text);
  }

  private refuseMixture(text: string): never {
    const near = /[^\r\n,;\t]{0,20}\ufffd[^\r\n,;\t]{0,20}/.exec(text)?.[0] ?? "";
    throw new TableError(`is partly UTF-8 and partly not (near "${near}"); ${SAVE_AS}`);
  }
}

/** Whether most bytes at odd or even places are zero, and none at the others. */
function zerosAt(bytes: Uint8Array, parity: 0 | 1): boolean {
  const counts = [0, 0];
  const length = Math.min(bytes.length, SAMPLE);
  for (let i = 0; i < length; i++) if (bytes[i] === 0) counts[i % 2] = (counts[i % 2] ?? 0) + 1;
  return (counts[parity] ?? 0) > length / 4 && counts[1 - parity] === 0;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

function endOfWholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    return lengthOfCharacter(byte) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

function lengthOfCharacter(lead: number): number {
  if (lead >= 0xf0) return 4;
  if (lead >= 0xe0) return 3;
  return lead >= 0xc0 ? 2 : 1;
}
