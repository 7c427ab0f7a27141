import type { Change } from "./change-listener";

interface Woken {
  /** Read everything: changes may have been missed, or none has arrived for long. */
  everything: boolean;
  kinds: ReadonlySet<string>;
  /** When the latest of it was noted, on the clock of `performance.now()`; null when nothing was. */
  notedAt: number | null;
}

/** Collects changes, and wakes the waiter when there are some. */
export class Waker {
  #kinds = new Set<string>();
  #everything = false;
  #notedAt: number | null = null;
  #wake: (() => void) | undefined;

  constructor(private readonly until: AbortSignal) {
    until.addEventListener("abort", () => this.#wake?.(), { once: true });
  }

  note(change: Change): void {
    if (change) this.#kinds.add(change.kind);
    else this.#everything = true;
    this.#notedAt = performance.now();
    this.#wake?.();
  }

  /** Whether the next `wait` will report a kind of change. */
  isNoted(kind: string): boolean {
    return this.#everything || this.#kinds.has(kind);
  }

  /** The changes since the last call; after `longestMs` without any, or at the end, `everything`. */
  async wait(longestMs: number): Promise<Woken> {
    if (!this.#everything && this.#kinds.size === 0) await this.#sleep(longestMs);
    const woken = {
      everything: this.#everything || this.#kinds.size === 0,
      kinds: this.#kinds,
      notedAt: this.#notedAt,
    };
    this.#everything = false;
    this.#notedAt = null;
    this.#kinds = new Set();
    return woken;
  }

  /** Waits, so that further changes collect. */
  async pause(ms: number): Promise<void> {
    if (this.until.aborted) return;
    let timer: NodeJS.Timeout | undefined;
    let stop = () => {};
    await new Promise<void>((resolve) => {
      stop = resolve;
      timer = setTimeout(resolve, ms);
      this.until.addEventListener("abort", stop, { once: true });
    });
    clearTimeout(timer);
    this.until.removeEventListener("abort", stop);
  }

  async #sleep(longestMs: number): Promise<void> {
    if (this.until.aborted) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      timer = setTimeout(resolve, longestMs);
    });
    clearTimeout(timer);
    this.#wake = undefined;
  }
}
