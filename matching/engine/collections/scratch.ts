type Numbers = Uint8Array | Int32Array | Float64Array;

/**
 * An array that one pass after another fills from zeros. V8 collects the whole heap once 64 MB of arrays have been added, which
 * takes seconds with a million records: a new array for each pass would cost more than the pass.
 */
export class Scratch<Kind extends Numbers> {
  private constructor(
    private room: Kind,
    private readonly make: (length: number) => Kind,
  ) {}

  static bytes(): Scratch<Uint8Array> {
    return new Scratch<Uint8Array>(new Uint8Array(), (length) => new Uint8Array(length));
  }

  static integers(): Scratch<Int32Array> {
    return new Scratch<Int32Array>(new Int32Array(), (length) => new Int32Array(length));
  }

  static numbers(): Scratch<Float64Array> {
    return new Scratch<Float64Array>(new Float64Array(), (length) => new Float64Array(length));
  }

  /** @returns as many zeros, where those of the last call were */
  zeros(length: number): Kind {
    if (this.room.length < length) this.room = this.make(length);
    else this.room.fill(0, 0, length);
    return this.room.length === length ? this.room : (this.room.subarray(0, length) as Kind);
  }
}
