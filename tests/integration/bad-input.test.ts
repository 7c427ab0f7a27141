import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { problem } from "@/lib/contracts/common";
import { problemsOf } from "@/lib/contracts/problems";
import { endpoints, type NamedEndpoint } from "@/lib/contracts/registry";
import { closeDb } from "@/server/platform/db";
import { openQueue, stopQueue } from "@/server/platform/queue/queue";
import { handlerOf } from "../support/client";
import { IS_EXHAUSTIVE } from "../support/exhaustive";
import { type BadRequest, badRequests, oneOfEachKind } from "./bad-input/inputs";
import { Signed } from "./bad-input/signed";
import { snapshot } from "./bad-input/snapshot";

const INPUTS_PER_ENDPOINT = 100;
const SEED = 20_261_121;

let emulators: Emulators;
let signed: Signed;

beforeAll(async () => {
  // Some generated credentials are well formed, so providers are called, and refuse.
  emulators = await startEmulators({ company: "empty" });
  Object.assign(process.env, emulators.env);
  signed = await Signed.create();
  // Without a worker this process is not ready, which would hide the answer to bad input.
  await openQueue();
});
afterAll(async () => {
  await stopQueue(1_000);
  await closeDb();
  await emulators.close();
});

describe("bad input is answered with a documented 4xx and changes nothing", () => {
  test.each(endpoints)("$method $path", async (endpoint) => {
    let before = await snapshot();
    const unchanged = async () => expect(await snapshot()).toEqual(before);
    const judge = async (input: BadRequest) => {
      // Only these can succeed; earlier refused requests must have changed nothing.
      const mayChange = isAcceptable(endpoint, input);
      if (mayChange) await unchanged();
      const answer = await send(endpoint, input);
      if (answer.status === 200) {
        expect(mayChange, "success of a request that breaks the contract").toBe(true);
        const isJson = answer.headers.get("content-type")?.startsWith("application/json");
        if (isJson) endpoint.response.parse(await answer.json());
        // The stream does not end.
        else if (isStream(answer)) await answer.body?.cancel();
        else expect(await answer.text()).not.toBe("");
        await signed.renew();
        before = await snapshot();
        return;
      }
      await expectDocumented(endpoint, input, answer);
      if (mayChange) await unchanged();
    };
    if (IS_EXHAUSTIVE) {
      const walk = fc.asyncProperty(badRequests(endpoint), judge);
      await fc.assert(walk, { numRuns: INPUTS_PER_ENDPOINT, seed: SEED, endOnFailure: true });
    } else for (const input of oneOfEachKind(endpoint, SEED)) await judge(input);
    await unchanged();
  });
});

function isStream({ headers }: Response): boolean {
  return headers.get("content-type")?.startsWith("text/event-stream") ?? false;
}

async function send(endpoint: NamedEndpoint, input: BadRequest): Promise<Response> {
  const url = `http://localhost:3000/api${endpoint.path}`;
  const handler = await handlerOf(input.method, new URL(url).pathname);
  const headers = new Headers({ authorization: input.authorization ?? signed.token });
  const body = input.method === "GET" ? null : (input.body as BodyInit | null);
  const request = new Request(url + input.query, { method: input.method, headers, body });
  if (input.contentType === null) request.headers.delete("content-type");
  else request.headers.set("content-type", input.contentType);
  return handler(request);
}

/** Whether the contract allows it, so that it may succeed. */
function isAcceptable(endpoint: NamedEndpoint, input: BadRequest): boolean {
  if (input.method !== endpoint.method) return false;
  if (endpoint.query) {
    const pairs = [...new URL(`http://x/${input.query}`).searchParams];
    const given = Object.fromEntries(pairs.filter(([, value]) => value !== ""));
    if (!endpoint.query.safeParse(given).success) return false;
  }
  if (!endpoint.body) return true;
  if (input.contentType !== "application/json" || typeof input.body !== "string") return false;
  try {
    return endpoint.body.safeParse(JSON.parse(input.body)).success;
  } catch {
    return false;
  }
}

async function expectDocumented(
  endpoint: NamedEndpoint,
  input: BadRequest,
  answer: Response,
): Promise<void> {
  const text = await answer.text();
  const said = `${answer.status} ${text.slice(0, 300)}`;
  expect(answer.status, said).toBeGreaterThanOrEqual(400);
  expect(answer.status, said).toBeLessThan(500);
  const { code, request_id } = problem.strict().parse(JSON.parse(text));
  expect(["method_not_allowed", ...problemsOf(endpoint)], said).toContain(code);
  expect(answer.headers.get("x-request-id")).toBe(request_id);
  if (input.about === "wrong method") {
    expect(answer.status, said).toBe(405);
    expect(answer.headers.get("allow"), said).toContain(endpoint.method);
  }
  if (input.about === "token") expect(answer.status, said).toBe(401);
  if (!endpoint.body || input.about === "token") return;
  if (input.about === "not JSON") expect(answer.status, said).toBe(400);
  if (input.about === "wrong type") expect(answer.status, said).toBe(415);
}
