import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemContext } from "@/server/platform/company-id";
import { db, type Tx } from "@/server/platform/db";
import {
  forgetOldChanges,
  type LogPosition,
  logPositionSql,
  type Revisions,
  readChanges,
} from "@/server/work/changes";
import { adminDb } from "../support/admin-db";
import { eventually } from "../support/eventually";
import { makeBooks, type Rows } from "../support/rows";

/** Tables with rows of a company, or of its people, whose changes no answer or page has to be read again for. */
const NOT_LOGGED: Record<string, string> = {
  api_tokens: "who is calling: read on every request",
  sessions: "who is calling: read on every request",
  invitations: "of no books; its page always reads them",
  withdrawn_invitations: "of no books",
  oauth_states: "of no books",
  sync_requests: "what a worker has to do; the run that it becomes is logged",
  idempotency_keys: "of a program's calls",
  webhook_endpoints: "of no books; its page always reads them",
  webhook_deliveries: "of no books; its page always reads them",
  notification_events: "what is still to become a message",
  notification_mails: "an outbox",
  deposit_counts: "kept by a trigger on deposits, in the same transaction",
  deposit_totals: "kept by a trigger on deposits, in the same transaction",
  deposit_words: "kept by triggers on deposits and their lines, in the same transaction",
  payment_words: "kept by a trigger on payments, in the same transaction",
  company_changes: "the log itself",
};

test("every table of a company is logged when rows come, change and go, or is listed with the reason", async () => {
  const rows = await adminDb().$queryRaw<{ name: string; triggers: number }[]>`
    SELECT c.relname AS name, (SELECT count(*)::int FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
        WHERE t.tgrelid = c.oid AND t.tgenabled = 'O' AND p.proname ~ '^log_(change|update)') AS triggers
    FROM pg_class c WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
      AND (c.relname IN ('companies', 'users') OR EXISTS (SELECT FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attname = 'company_id'))`;
  const unlogged = rows.filter(({ triggers }) => triggers === 0).map(({ name }) => name);
  expect(unlogged.toSorted()).toEqual(Object.keys(NOT_LOGGED).toSorted());
  const logged = rows.filter(({ triggers }) => triggers > 0);
  expect(logged.filter(({ triggers }) => triggers !== 3)).toEqual([]);
  expect(logged.length).toBeGreaterThan(25);
});

/** Each writer has a deposit of its own in each company, so that none waits for another. */
const WRITERS = 4;

interface Books extends Rows {
  /** By writer. */
  depositIds: number[];
}

interface Looked extends Revisions {
  position: LogPosition;
  /** The deposits' contents, by id. */
  contents: Map<number, string>;
}

let companies: Books[];
const writers: pg.Client[] = [];

beforeAll(async () => {
  companies = [await booksOfWriters(), await booksOfWriters()];
  for (let writer = 0; writer < WRITERS; writer += 1) {
    const client = new pg.Client({ connectionString: process.env.MIGRATE_DATABASE_URL });
    await client.connect();
    writers.push(client);
  }
});
afterAll(() => Promise.all(writers.map((client) => client.end())));

async function booksOfWriters(): Promise<Books> {
  const rows = await makeBooks();
  const { companyId, integrationId } = rows;
  const depositIds: number[] = [];
  for (let writer = 0; writer < WRITERS; writer += 1) {
    const { id } = await adminDb().deposit.create({
      data: {
        ...{ companyId, integrationId, providerId: `po_of_${writer}`, payoutStatus: "paid" },
        ...{ txnDate: new Date("2026-01-05"), amount: 100n, currency: "USD", itemized: false },
      },
    });
    depositIds.push(id);
  }
  return { ...rows, depositIds };
}

/** In one snapshot, as the product reads. */
function look({ companyId }: Books): Promise<Looked> {
  return inOneSnapshot(companyId, async (tx) => {
    const [log] = await tx.$queryRaw<(Revisions & { position: LogPosition })[]>`
      SELECT ${logPositionSql} AS position, r.* FROM company_revisions(${companyId}::uuid) r`;
    if (!log) throw new Error("No revisions");
    const deposits = await tx.deposit.findMany({ where: { companyId }, orderBy: { id: "asc" } });
    return { ...log, contents: new Map(deposits.map((row) => [row.id, row.description])) };
  });
}

function inOneSnapshot<T>(companyId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db(systemContext(companyId)).$transaction(work, { isolationLevel: "RepeatableRead" });
}

const differing = (a: Looked, b: Looked) =>
  [...a.contents].flatMap(([id, text]) => (b.contents.get(id) === text ? [] : id));

type Step =
  | {
      does: "write" | "write and take back" | "commit" | "roll back";
      writer: number;
      company: number;
    }
  | { does: "look"; company: number }
  | { does: "forget" };

const company = fc.nat({ max: 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constantFrom(
        "write",
        "write",
        "commit",
        "commit",
        "roll back",
        "write and take back",
      ),
      writer: fc.nat({ max: WRITERS - 1 }),
      company,
    }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constant("look"), company }) },
  { weight: 1, arbitrary: fc.constant({ does: "forget" }) },
);

/** Looks that each new one is compared with. */
const REMEMBERED = 3;

let written = 0;

async function act(at: Exclude<Step, { does: "look" | "forget" }>): Promise<void> {
  const client = writers[at.writer];
  const books = companies[at.company];
  if (!client || !books) throw new Error("No such writer");
  const write = () => {
    written += 1;
    return client.query("UPDATE deposits SET description = $1 WHERE company_id = $2 AND id = $3", [
      `${written}`,
      books.companyId,
      books.depositIds[at.writer],
    ]);
  };
  if (at.does === "commit") await client.query("COMMIT");
  else if (at.does === "roll back") await client.query("ROLLBACK");
  else {
    // Begins a transaction, or goes on with the writer's own; a second BEGIN is but a warning.
    await client.query("BEGIN; SAVEPOINT before");
    await write();
    if (at.does === "write and take back") await client.query("ROLLBACK TO SAVEPOINT before");
  }
}

const by = (does: "write" | "commit", writer: number): Step => ({ does, writer, company: 0 });
const LOOK: Step = { does: "look", company: 0 };
/** A transaction that began before a look commits after it. */
const LATE = [by("write", 0), LOOK, by("commit", 0), LOOK];
/** The later one of two commits first. */
const OVERTAKEN = [by("write", 0), by("write", 1), by("commit", 1), LOOK, by("commit", 0), LOOK];

describe("with transactions that begin, write, commit and fail in any order", () => {
  test("no change is missed, and no revision outlives one", async () => {
    let [unchanged, forgotten] = [0, 0];
    const looked = companies.map((): Looked[] => []);
    const compare = async (at: number) => {
      const books = companies[at];
      const earlier = looked[at];
      if (!books || !earlier) throw new Error("No such company");
      const now = await look(books);
      for (const before of earlier) {
        const changes = differing(before, now);
        for (const key of ["revision", "activity"] as const) {
          if (before[key] === null || before[key] !== now[key]) continue;
          unchanged += 1;
          expect(changes).toEqual([]);
        }
        const since = await inOneSnapshot(books.companyId, (tx) =>
          readChanges(tx, systemContext(books.companyId), before.position),
        );
        // Nothing is committed between the look and this: one step at a time.
        if (!since) forgotten += 1;
        else expect(since.changed.get("deposits") ?? []).toEqual(expect.arrayContaining(changes));
      }
      earlier.push(now);
      if (earlier.length > REMEMBERED) earlier.shift();
    };
    await fc.assert(
      fc
        .asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
          for (const at of steps) {
            if (at.does === "look") await compare(at.company);
            else if (at.does === "forget") await forgetNow();
            else await act(at);
          }
        })
        .afterEach(async () => {
          for (const client of writers) await client.query("ROLLBACK");
          for (const at of looked.keys()) await compare(at);
        }),
      { numRuns: 10, seed: 36, examples: [[LATE], [OVERTAKEN]] },
    );
    expect(unchanged).toBeGreaterThan(5);
    expect(forgotten).toBeGreaterThan(5);
  });
});

/** As if the last time was long ago. */
async function forgetNow(): Promise<void> {
  await adminDb()
    .$executeRaw`UPDATE installation SET changes_forgotten_at = now() - interval '1 hour'`;
  await forgetOldChanges();
}

test("the log stays short, and the latest change of each company in it", async () => {
  const [mine] = companies;
  const write = () =>
    writers[0]?.query(
      "UPDATE deposits SET description = description || '.' WHERE company_id = $1",
      [mine?.companyId],
    );
  for (let nth = 0; nth < 5; nth += 1) await write();
  // While a transaction of another test runs, the latest changes have no revision, and are kept.
  const revision = await eventually(async () => {
    const { revision } = await look(mine as Books);
    expect(revision).not.toBeNull();
    return revision;
  });
  await eventually(async () => {
    await forgetNow();
    const left = await adminDb().companyChange.groupBy({
      by: ["kind"],
      _count: true,
      where: { companyId: mine?.companyId ?? "" },
    });
    expect(left.every(({ _count }) => _count === 1)).toBe(true);
    expect(latestOf((await look(mine as Books)).revision)).toEqual(latestOf(revision));
  });
});

/** The transaction that a revision names, without the quarter of an hour, which may have passed. */
const latestOf = (revision: string | null) => revision?.split(" ").slice(0, -1);

test("a transaction that has written has no position, and another server's isn't gone on from", async () => {
  const [mine] = companies as [Books];
  const ctx = systemContext(mine.companyId);
  const { position } = await look(mine);
  const inside = await db(ctx).$transaction(async (tx) => {
    await tx.deposit.updateMany({ data: { description: "written" } });
    return readChanges(tx, ctx, position);
  });
  expect(inside).toBeNull();
  const restored = { ...position, epoch: `${position.epoch}0` };
  expect(await db(ctx).$transaction((tx) => readChanges(tx, ctx, restored))).toBeNull();
});

test("a company reads its own changes only", async () => {
  const [mine, theirs] = companies as [Books, Books];
  const seen = await db(systemContext(mine.companyId)).companyChange.findMany();
  expect(new Set(seen.map(({ companyId }) => companyId))).toEqual(new Set([mine.companyId]));
  const forged = {
    companyId: theirs.companyId,
    kind: "books",
    changedIn: 1n,
    tableName: "deposits",
  };
  await expect(
    db(systemContext(mine.companyId)).companyChange.create({ data: forged }),
  ).rejects.toThrow("row-level security");
});
