import { createHash } from "node:crypto";

/** The part of the state that generates identifiers: the same seed gives the same sequence. */
export interface Mint {
  seed: number;
  minted: number;
}

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A new identifier such as `txn_3NffpQ…`: the prefix and `length` letters and digits. */
export function mintId(mint: Mint, prefix: string, length: number): string {
  mint.minted += 1;
  let text = "";
  for (let block = 0; text.length < length; block += 1) {
    const hash = createHash("sha256").update(`${mint.seed}:${mint.minted}:${block}`).digest();
    for (const byte of hash) text += ALPHABET[byte % ALPHABET.length] ?? "0";
  }
  return prefix + text.slice(0, length);
}

/** Deterministic pseudo-random numbers (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** An integer from `low` to `high`, both inclusive. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new Error("nothing to pick from");
    return item;
  }

  shuffle<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, key: this.next() }))
      .sort((left, right) => left.key - right.key)
      .map(({ item }) => item);
  }
}
