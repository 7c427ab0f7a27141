import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { groupBy } from "@/lib/group-by";
import { publishedDocument } from "@/lib/openapi/generated/document";
import { closeDb } from "@/server/platform/db";
import { openQueue, stopQueue } from "@/server/platform/queue/queue";
import { adminDb } from "../support/admin-db";
import { handlerOf } from "../support/client";
import { type Operation, operations, requestErrors, undocumented } from "../support/documented";
import { often } from "../support/exhaustive";
import { fitting } from "../support/fitting";
import { type FullLedger, seedFullLedger } from "../support/full-ledger";
import { IDS } from "../support/ledger-ids";
import { seedApiToken } from "../support/members";

const SEED = 20_261_127;

type Caller = "viewer's token" | "bookkeeper's token" | "owner's session";
const CALLERS: Caller[] = ["viewer's token", "bookkeeper's token", "owner's session"];

/** A row's id, known once the rows are there. */
class Id {
  constructor(
    readonly field: string,
    readonly whose: "mine" | "theirs",
    readonly at: number,
  ) {}

  in(books: Record<Id["whose"], FullLedger>): unknown {
    const all = IDS[this.field]?.(books[this.whose]) ?? [];
    return all[this.at % all.length];
  }
}

interface Input {
  query: Record<string, unknown>;
  body?: unknown;
}

let emulators: Emulators;
let theirs: FullLedger;
let mine: { books: FullLedger; tokens: Record<Caller, string> } | undefined;
const succeeded = new Set<string>();

beforeAll(async () => {
  // Providers refuse these calls: the seeded keys are invalid.
  emulators = await startEmulators({ company: "empty" });
  Object.assign(process.env, emulators.env);
  theirs = await seedFullLedger();
  // Without a worker this process is not ready.
  await openQueue();
});
beforeEach(() => adminDb().throttle.deleteMany());
afterAll(async () => {
  await stopQueue(1_000);
  await closeDb();
  await emulators.close();
});

async function seedCallers(): Promise<NonNullable<typeof mine>> {
  const books = await seedFullLedger();
  const [viewer, bookkeeper] = await Promise.all(
    (["viewer", "bookkeeper"] as const).map((role) => seedApiToken(books.companyId, books, role)),
  );
  return {
    books,
    tokens: {
      "viewer's token": viewer?.token ?? "",
      "bookkeeper's token": bookkeeper?.token ?? "",
      "owner's session": await books.signIn(),
    },
  };
}

/** Inputs that the document allows, with ids of rows of the caller's and of another company. */
function inputs({ parameters = [], requestBody }: Operation): fc.Arbitrary<Input> {
  const named = publishedDocument.components.schemas;
  const part = (_: unknown, name: string) => {
    if (name === "wait") return fc.constant(0);
    if (!(name in IDS)) return undefined;
    const whose = fc.constantFrom("mine" as const, "mine" as const, "theirs" as const);
    return fc.tuple(whose, fc.nat(3)).map(([of, at]) => new Id(name, of, at));
  };
  const inQuery = parameters.filter((each) => each.in === "query");
  const query = {
    properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
    required: inQuery.flatMap(({ name, required }) => (required || name === "wait" ? [name] : [])),
  };
  const asked = requestBody?.content["application/json"]?.schema;
  // No worker runs here, so a call that waits would do so until its default time is over.
  const body = asked?.properties?.wait
    ? { ...asked, required: [...(asked.required ?? []), "wait"] }
    : asked;
  return fc.record({
    query: fitting(query, { named, part }) as fc.Arbitrary<Input["query"]>,
    ...(body && { body: fitting(body, { named, part }) }),
  });
}

async function send({ method, path }: Operation, token: string, { query, body }: Input) {
  const url = new URL(`http://localhost:3000/api${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  const handler = await handlerOf(method, url.pathname);
  const answer = await handler(
    new Request(url, {
      method,
      headers: { authorization: token, "content-type": "application/json" },
      ...(method !== "GET" && { body: JSON.stringify(body ?? {}) }),
    }),
  );
  const type = answer.headers.get("content-type")?.split(";")[0] ?? "";
  return { status: answer.status, headers: answer.headers, type, text: await answer.text() };
}

describe("what the document allows is answered as it says, with nothing of another company", () => {
  test.each(operations)("$method $path", async (operation) => {
    const judge = async (caller: Caller, input: Input) => {
      mine ??= await seedCallers();
      const { books, tokens } = mine;
      const { query, body } = JSON.parse(
        JSON.stringify(input, (_, value) =>
          value instanceof Id ? value.in({ mine: books, theirs }) : value,
        ),
      );
      if (body !== undefined) expect(requestErrors(operation, body)).toEqual([]);
      const answer = await send(operation, tokens[caller], { query, body });
      const said = `${caller} ${JSON.stringify({ query, body })}: ${answer.status} ${answer.text.slice(0, 500)}`;
      expect(undocumented(operation, answer), said).toEqual([]);
      for (const secret of [theirs.marker, ...theirs.ids]) {
        expect(answer.text, said).not.toContain(secret);
      }
      if (answer.status !== 200) return;
      succeeded.add(operation.operationId);
      // It may have ended the session, or used up what the next call is about.
      if (operation.method !== "GET") mine = undefined;
    };
    for (const caller of CALLERS) {
      const walk = fc.asyncProperty(inputs(operation), (input) => judge(caller, input));
      // The owner gets furthest, and has a second try.
      const triesAgain = caller === "owner's session" && !succeeded.has(operation.operationId);
      const numRuns = often(triesAgain ? 2 : 1, 10);
      await fc.assert(walk, { numRuns, seed: SEED, endOnFailure: true });
    }
  });

  test("a method that a path doesn't have is 405, and Allow lists those it has", async () => {
    const allowed = groupBy(operations, ({ path }) => path);
    for (const [path, those] of allowed) {
      const url = `http://localhost:3000/api${path}`;
      const handler = await handlerOf("PATCH", new URL(url).pathname);
      const { status, headers } = await handler(new Request(url, { method: "PATCH" }));
      const methods = (headers.get("allow") ?? "").split(", ").filter((each) => each !== "HEAD");
      expect([status, path, methods.sort()]).toEqual([
        ...[405, path, [...those.map(({ method }) => method), "OPTIONS"].sort()],
      ]);
    }
  });

  test("most of these calls do something", () => {
    expect(succeeded.size).toBeGreaterThan(80);
  });
});
