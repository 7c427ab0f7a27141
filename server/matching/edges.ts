/** Scores as whole numbers, so that equal really is equal and sums of them are exact. */
const STEPS_PER_BIT = 1024;

/**
 * Candidate pairs of one round as parallel arrays, grouped by unit in ascending order. Built once,
 * then read from both sides.
 */
export class Edges {
  readonly unit: number[] = [];
  readonly entry: number[] = [];
  /** In steps, see {@link bitsOf}. */
  readonly score: number[] = [];
  private unitStart: Int32Array = new Int32Array();
  private entryStart: Int32Array = new Int32Array();
  private byEntry: Int32Array = new Int32Array();

  add(unit: number, entry: number, bits: number): void {
    this.unit.push(unit);
    this.entry.push(entry);
    this.score.push(Math.round(bits * STEPS_PER_BIT));
  }

  /** Call once after the last `add`. */
  index(units: number, entries: number): this {
    this.unitStart = starts(this.unit, units);
    this.entryStart = starts(this.entry, entries);
    this.byEntry = new Int32Array(this.entry.length);
    const next = this.entryStart.slice();
    for (let edge = 0; edge < this.entry.length; edge++) {
      const entry = this.entryOf(edge);
      const place = next[entry] ?? 0;
      this.byEntry[place] = edge;
      next[entry] = place + 1;
    }
    return this;
  }

  unitOf(edge: number): number {
    return this.unit[edge] ?? -1;
  }

  entryOf(edge: number): number {
    return this.entry[edge] ?? -1;
  }

  scoreOf(edge: number): number {
    return this.score[edge] ?? 0;
  }

  /** Edges of a unit are neighbours: [from, to). */
  rangeOfUnit(unit: number): [number, number] {
    return [this.unitStart[unit] ?? 0, this.unitStart[unit + 1] ?? 0];
  }

  edgesOfEntry(entry: number): Int32Array {
    return this.byEntry.subarray(this.entryStart[entry] ?? 0, this.entryStart[entry + 1] ?? 0);
  }
}

export function bitsOf(steps: number): number {
  return steps / STEPS_PER_BIT;
}

function starts(ids: number[], size: number): Int32Array {
  const start = new Int32Array(size + 1);
  for (const id of ids) start[id + 1] = (start[id + 1] ?? 0) + 1;
  for (let i = 0; i < size; i++) start[i + 1] = (start[i + 1] ?? 0) + (start[i] ?? 0);
  return start;
}
