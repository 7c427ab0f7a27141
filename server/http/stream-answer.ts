import { AsyncLocalStorage } from "node:async_hooks";
import type { StreamedFile } from "@/lib/contracts/streamed-file";
import { log } from "@/server/platform/logger";
import { connectionBreaker } from "./connection";
import { StalledReader } from "./stalled-reader";

type Controller = ReadableStreamDefaultController<Uint8Array>;

/** No download takes longer: it holds one of the company's few places. */
const LONGEST_MS = 600_000;
/** Less than what the system buffers of a connection, so that a slow reader is seen to read. */
const PIECE_BYTES = 65_536;

/**
 * Responds with a file download, part by part as the client reads it. When a part fails, the session ends or changes, the
 * client stops reading or takes too long, the connection is aborted, so that a truncated file does not look complete.
 */
export function streamAnswer(
  request: Request,
  file: StreamedFile,
  headers: [name: string, value: string][],
  mayGoOn: () => Promise<boolean>,
  { idleMs, longestMs = LONGEST_MS }: { idleMs?: number; longestMs?: number } = {},
): Response {
  const download = new Download(file, mayGoOn, idleMs);
  const tooLong = setTimeout(() => download.breakOff("took too long"), longestMs);
  tooLong.unref();
  request.signal.addEventListener("abort", download.end, { once: true });
  void download.ended.then(() => {
    clearTimeout(tooLong);
    request.signal.removeEventListener("abort", download.end);
  });
  return new Response(download.body, {
    headers: [
      ...headers,
      ["Content-Type", `${file.type}; charset=utf-8`],
      ["Content-Disposition", `attachment; filename="${file.name}"`],
      ["X-Content-Type-Options", "nosniff"],
      ["Content-Security-Policy", "default-src 'none'; sandbox"],
      ["Cache-Control", "no-store"],
    ],
  });
}

class Download {
  readonly body: ReadableStream<Uint8Array>;
  readonly ended: Promise<void>;
  readonly #parts: AsyncIterator<string>;
  readonly #reader: StalledReader;
  readonly #disconnect = connectionBreaker();
  #rest = new Uint8Array();
  #controller: Controller | undefined;
  #isOver = false;
  #markEnded = () => {};

  constructor(
    private readonly file: StreamedFile,
    private readonly mayGoOn: () => Promise<boolean>,
    idleMs?: number,
  ) {
    this.#parts = file.parts[Symbol.asyncIterator]();
    this.#reader = new StalledReader(() => this.breakOff("was not read"), idleMs);
    this.ended = new Promise((resolve) => {
      this.#markEnded = resolve;
    });
    // Bound, because the reader runs outside any request and its log lines would miss the request's fields.
    this.breakOff = AsyncLocalStorage.bind(this.breakOff);
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
          this.#reader.wait();
        },
        pull: AsyncLocalStorage.bind((controller: Controller) => this.#pull(controller)),
        cancel: () => this.end(),
      },
      { highWaterMark: 0 },
    );
  }

  /** Aborts the answer and frees what it holds. */
  breakOff = (why: string, error?: unknown): void => {
    if (this.#isOver) return;
    const level = error === undefined ? "info" : "error";
    log()[level]({ file: this.file.name, why, error }, "a file was broken off");
    if (!this.#disconnect()) this.#controller?.error(new Error(`The file ${why}`));
    this.end().catch((error: unknown) => log().error({ error }, "a file did not end cleanly"));
  };

  readonly end = async (): Promise<void> => {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#reader.stop();
    this.#markEnded();
    try {
      await this.#parts.return?.();
    } finally {
      await this.file.onEnd();
    }
  };

  async #pull(controller: Controller): Promise<void> {
    this.#reader.stop();
    try {
      if (this.#rest.length === 0) {
        const { done, value } = await this.#parts.next();
        if (this.#isOver) return;
        if (done) {
          controller.close();
          return await this.end();
        }
        // Checked after the read, so that nothing read after the membership ended is sent.
        if (!(await this.mayGoOn())) return this.breakOff("belongs to a session that has ended");
        if (this.#isOver) return;
        this.#rest = new TextEncoder().encode(value);
      }
      controller.enqueue(this.#rest.subarray(0, PIECE_BYTES));
      this.#rest = this.#rest.subarray(PIECE_BYTES);
      this.#reader.wait();
    } catch (error) {
      this.breakOff("could not be read", error);
    }
  }
}
