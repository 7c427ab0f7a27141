import { isUtf8 } from "node:buffer";

/** Validates a stream of bytes; a character may span two chunks. */
export class Utf8Check {
  private head: Buffer = Buffer.alloc(0);

  /** @returns whether this and everything before it is UTF-8 */
  accepts(chunk: Buffer): boolean {
    const bytes = this.head.length === 0 ? chunk : Buffer.concat([this.head, chunk]);
    const end = endOfWholeCharacters(bytes);
    this.head = bytes.subarray(end);
    return isUtf8(bytes.subarray(0, end));
  }

  /** @returns whether no character was cut off at the end */
  isComplete(): boolean {
    return this.head.length === 0;
  }
}

function endOfWholeCharacters(bytes: Buffer): number {
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
