import { expect, test } from "vitest";
import { EventStream } from "@/lib/contracts/event-stream";
import { StreamedFile } from "@/lib/contracts/streamed-file";
import { eventAnswer } from "@/server/http/event-answer";
import { streamAnswer } from "@/server/http/stream-answer";
import { logFields, withLogFields } from "@/server/platform/logger";

const requestId = "the-request-of-the-stream";

test("a file's parts have their request's log fields, although they are read later", async () => {
  async function* parts() {
    yield String(logFields().requestId);
    yield `,${logFields().requestId}`;
  }
  const file = new StreamedFile("file.csv", "text/csv", parts());
  const answer = withLogFields({ requestId }, () =>
    streamAnswer(new Request("http://localhost:3000/"), file, [], async () => true),
  );
  expect(await answer.text()).toBe(`${requestId},${requestId}`);
});

test("events do too", async () => {
  async function* follow() {
    yield { name: "who", data: logFields().requestId };
  }
  const request = new Request("http://localhost:3000/api/events/");
  const stream = new EventStream(follow);
  const answer = withLogFields({ requestId }, () =>
    eventAnswer(request, stream, [], async () => ({ mayGoOn: true, activity: null })),
  );
  expect(await answer.text()).toContain(`event: who\ndata: "${requestId}"`);
});
