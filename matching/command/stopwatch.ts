/** Measures consecutive stages; a repeated stage adds to its time. */
export class Stopwatch {
  private readonly spent = new Map<string, number>();
  private stage: string | null = null;
  private since = 0;

  start(stage: string): void {
    this.stop();
    this.stage = stage;
    this.since = performance.now();
  }

  /** Whole milliseconds per stage, in order of first start. */
  stop(): Record<string, number> {
    if (this.stage !== null) {
      const before = this.spent.get(this.stage) ?? 0;
      this.spent.set(this.stage, before + performance.now() - this.since);
      this.stage = null;
    }
    return Object.fromEntries([...this.spent].map(([stage, ms]) => [stage, Math.round(ms)]));
  }
}
