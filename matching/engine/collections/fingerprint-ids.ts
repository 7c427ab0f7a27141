const FIRST_SLOTS = 2 ** 12;
const EMPTY = -1;
/** A table of millions of slots grows when two of three are in use. */
const FULL = 1.5;

/**
 * Numbers texts 0, 1, 2, … in order of first appearance, and keeps only a fingerprint of 53 bits of each:
 * there are several millions, and two of a few million share one with a probability of about 10⁻³.
 */
export class FingerprintIds {
  private fingerprints = new Float64Array(FIRST_SLOTS);
  private ids = new Int32Array(FIRST_SLOTS).fill(EMPTY);
  private next = 0;

  /** @returns the number of a text, a new one for an unknown text */
  of(fingerprint: number): number {
    const slot = this.slotOf(fingerprint);
    const known = this.ids[slot] ?? EMPTY;
    if (known !== EMPTY) return known;
    this.fingerprints[slot] = fingerprint;
    this.ids[slot] = this.next++;
    if (this.next * FULL > this.ids.length) this.grow();
    return this.next - 1;
  }

  /** The slot that holds the fingerprint, or the empty one where it belongs. */
  private slotOf(fingerprint: number): number {
    const last = this.ids.length - 1;
    let slot = fingerprint & last;
    while (this.ids[slot] !== EMPTY && this.fingerprints[slot] !== fingerprint) {
      slot = (slot + 1) & last;
    }
    return slot;
  }

  private grow(): void {
    const { fingerprints, ids } = this;
    this.fingerprints = new Float64Array(ids.length * 2);
    this.ids = new Int32Array(ids.length * 2).fill(EMPTY);
    for (let at = 0; at < ids.length; at++) {
      if (ids[at] === EMPTY) continue;
      const slot = this.slotOf(fingerprints[at] ?? 0);
      this.fingerprints[slot] = fingerprints[at] ?? 0;
      this.ids[slot] = ids[at] ?? EMPTY;
    }
  }
}

/** A fingerprint that grows character by character. */
export class Fingerprint {
  private low = 0x811c9dc5;
  private high = 0x9747b28c;

  add(code: number): void {
    this.low = Math.imul(this.low ^ code, 0x01000193);
    this.high = Math.imul(this.high ^ (code + (this.high >>> 15)), 0x85ebca6b);
  }

  /** 53 bits. */
  get value(): number {
    const low = mixed(this.low);
    return (mixed(this.high ^ low) >>> 11) * 2 ** 32 + (low >>> 0);
  }
}

/** Spreads the bits (the last step of MurmurHash3). */
function mixed(bits: number): number {
  let mix = bits;
  mix = Math.imul(mix ^ (mix >>> 16), 0x85ebca6b);
  mix = Math.imul(mix ^ (mix >>> 13), 0xc2b2ae35);
  return mix ^ (mix >>> 16);
}
