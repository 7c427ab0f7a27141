import { stripVTControlCharacters } from "node:util";

/** Where progress goes: standard error, or anything that behaves like it. */
export interface Screen {
  isTTY?: boolean | undefined;
  columns?: number | undefined;
  write(text: string): unknown;
}

/** Rows are counted on a terminal at most so often. */
const PAUSE_MS = 100;
const CLEAR_LINE = "\r\u001b[K";

/**
 * What is going on, for a person who waits: on a terminal one line that is written over, elsewhere one
 * line per stage. Results never come this way.
 */
export class Progress {
  private readonly begun: number;
  private readonly known = new Set<string>();
  private what = "";
  private rows = 0;
  private shownAt = 0;

  /** @param clock milliseconds */
  constructor(
    private readonly screen: Screen,
    private readonly clock: () => number = () => performance.now(),
  ) {
    this.begun = clock();
  }

  /** A file is being read; shown on a terminal only, until {@link note} tells what was in it. */
  reading(file: string): void {
    this.what = `reading ${file}`;
    this.rows = 0;
    this.draw();
  }

  count(rows: number): void {
    this.rows += rows;
    if (this.clock() - this.shownAt >= PAUSE_MS) this.draw();
  }

  /** A stage of the engine begins. One that comes again is not told again. */
  stage(name: string): void {
    this.what = `matching: ${name}`;
    this.rows = 0;
    this.draw();
    if (!this.screen.isTTY && !this.known.has(name)) this.screen.write(`${this.line()}\n`);
    this.known.add(name);
  }

  /** A line that stays. */
  note(text: string): void {
    this.clear();
    this.screen.write(`${stripVTControlCharacters(text)}\n`);
  }

  /** Makes room for what comes next. */
  clear(): void {
    if (this.screen.isTTY) this.screen.write(CLEAR_LINE);
  }

  private draw(): void {
    this.shownAt = this.clock();
    if (!this.screen.isTTY) return;
    const width = (this.screen.columns ?? 80) - 1;
    this.screen.write(CLEAR_LINE + this.line().slice(0, width));
  }

  private line(): string {
    const seconds = ((this.clock() - this.begun) / 1000).toFixed(1);
    const rows = this.rows > 0 ? `: ${this.rows.toLocaleString("en-US")} rows` : "";
    return `${seconds.padStart(5)} s  ${this.what}${rows}`;
  }
}
