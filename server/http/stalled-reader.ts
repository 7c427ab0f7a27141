/** A client that reads nothing for this long is gone, or holds on to the stream on purpose. */
const IDLE_MS = 30_000;

/** Watches the reader of a stream, which is idle from each piece that it got until it asks for the next one. */
export class StalledReader {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly onStalled: () => void,
    private readonly idleMs = IDLE_MS,
  ) {}

  /** The reader has what it asked for. */
  wait(): void {
    this.stop();
    this.#timer = setTimeout(this.onStalled, this.idleMs);
    this.#timer.unref();
  }

  /** The reader asks for more, or the stream has ended. */
  stop(): void {
    clearTimeout(this.#timer);
  }
}
