import { once } from "node:events";
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EventStream } from "@/lib/contracts/event-stream";
import { StreamedFile } from "@/lib/contracts/streamed-file";
import { endStalledAnswers } from "@/server/http/end-stalled-answers";
import { eventAnswer } from "@/server/http/event-answer";
import { refuseBadRequests } from "@/server/http/refuse-bad-requests";
import { streamAnswer } from "@/server/http/stream-answer";

/** More than the system buffers of a connection. */
const PAGE = "x".repeat(1_000_000);
const request = () => new Request("http://localhost:3000/api/settings/export/");

/** A file of many pages, and whether its source and its place are free again. */
class Source {
  isClosed = false;
  ends = 0;
  pages = 0;

  file(pages = 1_000): StreamedFile {
    return new StreamedFile("file.csv", "text/csv", this.#parts(pages), async () => {
      this.ends += 1;
    });
  }

  async *#parts(pages: number): AsyncGenerator<string> {
    try {
      for (; this.pages < pages; this.pages += 1) yield PAGE;
    } finally {
      this.isClosed = true;
    }
  }
}

let respond: () => Response | string;
const server = createServer(async (_incoming: IncomingMessage, outgoing: ServerResponse) => {
  const answer = respond();
  if (typeof answer === "string") return void outgoing.end(answer);
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
  outgoing.flushHeaders();
  // As Next does: it waits until the reader takes what was written.
  await pipeline(Readable.fromWeb(answer.body as never), outgoing).catch(() => undefined);
});

beforeAll(async () => {
  refuseBadRequests({ strictTransport: "off", isDevelopment: false });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());

/** A client that reads nothing of the answer's body. */
async function unread(): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  const sent = ask({ port, host: "127.0.0.1", agent: false }).end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  answer.on("error", () => undefined);
  return answer;
}

/** Reads what is left. @returns whether the answer came to its end */
async function isWhole(answer: IncomingMessage): Promise<boolean> {
  answer.resume();
  await expect.poll(() => answer.closed).toBe(true);
  return answer.complete;
}

test("a file arrives whole, and frees its place once", async () => {
  const source = new Source();
  respond = () => streamAnswer(request(), source.file(3), [], async () => true);
  const answer = await unread();
  let size = 0;
  for await (const piece of answer) size += piece.length;
  expect([size, answer.complete, source.isClosed, source.ends]).toEqual([3_000_000, true, true, 1]);
});

test("a file whose session has ended gets no further than the page that was read before", async () => {
  const source = new Source();
  let isSignedIn = true;
  const answer = streamAnswer(request(), source.file(), [], async () => isSignedIn);
  const reader = answer.body?.getReader();
  await reader?.read();
  isSignedIn = false;
  const rest = async () => {
    for (;;) await reader?.read();
  };
  await expect(rest()).rejects.toThrow("belongs to a session that has ended");
  expect([source.pages, source.isClosed, source.ends]).toEqual([1, true, 1]);
});

test.each([
  ["stops reading", { idleMs: 50 }],
  ["takes too long", { longestMs: 50 }],
])("a reader who %s is cut off, and its place is free", async (_what, limits) => {
  const source = new Source();
  respond = () => streamAnswer(request(), source.file(), [], async () => true, limits);
  const answer = await unread();
  await expect.poll(() => source.ends).toBe(1);
  expect(source.isClosed).toBe(true);
  expect(await isWhole(answer)).toBe(false);
});

test("a file that nobody begins to read frees its place, also when its client has left", async () => {
  const unbegun = new Source();
  streamAnswer(request(), unbegun.file(), [], async () => true, { idleMs: 20 });
  await expect.poll(() => unbegun.ends).toBe(1);
  const left = new Source();
  const leaving = new AbortController();
  const asked = new Request("http://localhost:3000/", { signal: leaving.signal });
  streamAnswer(asked, left.file(), [], async () => true);
  leaving.abort();
  await expect.poll(() => left.ends).toBe(1);
});

const look = async () => ({ mayGoOn: true, activity: null });

test("events that nobody reads end", async () => {
  let hasEnded = false;
  const stream = new EventStream(async function* (until) {
    until.addEventListener("abort", () => {
      hasEnded = true;
    });
    for (;;) yield { name: "big", data: PAGE };
  });
  respond = () => eventAnswer(request(), stream, [], look, { idleMs: 50 });
  const answer = await unread();
  await expect.poll(() => hasEnded).toBe(true);
  expect(await isWhole(answer)).toBe(false);
});

test("an answer in one piece that nobody takes ends too", async () => {
  endStalledAnswers(100);
  respond = () => PAGE.repeat(20);
  const answer = await unread();
  const connections = promisify(server.getConnections.bind(server));
  await expect.poll(() => connections()).toBe(0);
  expect(await isWhole(answer)).toBe(false);
});
