import { stripVTControlCharacters } from "node:util";

/** Where progress is printed: standard error, or a compatible stream. */
export interface Screen {
  isTTY?: boolean | undefined;
  columns?: number | undefined;
  write(text: string): unknown;
}

/** Minimum time between two row counts on a terminal. */
const PAUSE_MS = 100;
const CLEAR_LINE = "\r\u001b[K";

/**
 * Progress for the user: on a terminal one line that is overwritten, elsewhere one line per stage. Results
 * are never printed here.
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

  /** A file is being read; shown on a terminal only, until {@link note} reports its contents. */
  reading(file: string): void {
    this.what = `reading ${file}`;
    this.rows = 0;
    this.draw();
  }

  count(rows: number): void {
    this.rows += rows;
    if (this.clock() - this.shownAt >= PAUSE_MS) this.draw();
  }

  /** A stage of the engine begins. A repeated stage is printed once. */
  stage(name: string): void {
    this.what = `matching: ${name}`;
    this.rows = 0;
    this.draw();
    if (!this.screen.isTTY && !this.known.has(name)) this.screen.write(`${this.line()}\n`);
    this.known.add(name);
  }

  /** Prints a permanent line. */
  note(text: string): void {
    this.clear();
    this.screen.write(`${stripVTControlCharacters(text)}\n`);
  }

  /** Clears the current line. */
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
