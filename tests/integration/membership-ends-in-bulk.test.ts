import { beforeAll, describe, expect, test } from "vitest";
import { delay } from "@/lib/delay";
import { runMatchRun } from "@/server/matches/bulk-match";
import { systemContext } from "@/server/platform/company-id";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { often } from "../support/exhaustive";
import { MatchingBooks } from "../support/matching-books";
import { join, type Person, seedPerson } from "../support/members";

const ROUNDS = often(3, 100);
/** More than one step of a run. */
const DEPOSITS = 12;

beforeAll(async () => {
  await seedPerson();
});

interface Round {
  books: MatchingBooks;
  person: Person;
  token: string;
  ids: number[];
}

/** Books that the engine is sure about, and a bookkeeper in them. */
async function prepare(): Promise<Round> {
  const books = await MatchingBooks.create();
  const ids: number[] = [];
  for (let n = 0; n < DEPOSITS; n += 1) {
    const customer = `Customer ${String.fromCharCode(65 + n)}${n} Limited`;
    const gross = 10_000 + n * 137;
    ids.push((await books.deposit([{ gross, fee: 320, customer }])).id);
    await books.payment({ amount: gross, customer });
  }
  const person = await seedPerson();
  await join(books.companyId, person, "bookkeeper");
  return { books, person, ids, token: await person.signIn(books.companyId) };
}

const start = async ({ token, ids }: Round): Promise<string> =>
  (await ok("POST", "/qb/auto-match-runs/", token, { deposit_ids: ids })).run.id;
const remove = ({ books, person }: Round) =>
  call("POST", "/people/remove/", { token: books.token, body: { user_id: person.userId } });
const runOf = async ({ books }: Round) =>
  (await ok("GET", "/qb/auto-match-runs/", books.token)).run;

/** Asks for the books until it is refused. @returns the statuses that were neither an answer nor a refusal. */
async function askUntilRefused({ token }: Round): Promise<number[]> {
  for (;;) {
    const { status } = await call("GET", "/summary/", { token });
    if (status !== 200) return status === 401 ? [] : [status];
  }
}

describe("a membership that ends while the bulk Auto Match that it started runs", () => {
  test("stops the person, not the company's work", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const made = await prepare();
      const { books, person, token, ids } = made;
      const { companyId } = books;
      const runId = await start(made);
      const working = runMatchRun(systemContext(companyId), runId);
      // At another moment in each round.
      const removing = delay(round * 3).then(() => remove(made));
      const [, removed, unexpected] = await Promise.all([working, removing, askUntilRefused(made)]);
      expect([removed.status, unexpected]).toEqual([200, []]);

      expect(await runOf(made), `round ${round}`).toMatchObject({
        ...{ id: runId, state: "succeeded", done: DEPOSITS, matched: DEPOSITS },
      });
      // The history says whose work it was.
      const events = await adminDb().auditEvent.findMany({
        where: { companyId, action: "deposit.matched" },
      });
      expect(events.map(({ userId }) => userId)).toEqual(ids.map(() => person.userId));

      for (const answer of [
        await call("GET", "/qb/auto-match-runs/", { token }),
        await call("POST", "/qb/auto-match-runs/cancel/", { token, body: { match_run_id: runId } }),
        await call("POST", "/qb/undo/", { token, body: { deposit_id: ids[0] } }),
      ]) {
        expect([answer.status, JSON.stringify(answer.body).includes(companyId)]).toEqual([
          401,
          false,
        ]);
      }
      const of = { where: { companyId, userId: person.userId } };
      expect([
        await adminDb().notification.count(of),
        await adminDb().notificationMail.count(of),
        await adminDb().session.count(of),
      ]).toEqual([0, 0, 0]);
      expect(await adminDb().notification.count({ where: { companyId, kind: "match" } })).toBe(1);
    }
  });

  test("a run that no worker has begun is done all the same, and can be canceled by who is left", async () => {
    const [made, other] = [await prepare(), await prepare()];
    const [runId, otherRun] = [await start(made), await start(other)];
    await remove(made);
    await remove(other);
    await runMatchRun(systemContext(made.books.companyId), runId);
    expect(await runOf(made)).toMatchObject({ state: "succeeded", matched: DEPOSITS });
    const body = { match_run_id: otherRun };
    await ok("POST", "/qb/auto-match-runs/cancel/", other.books.token, body);
    await runMatchRun(systemContext(other.books.companyId), otherRun);
    expect(await runOf(other)).toMatchObject({ state: "cancelled", matched: 0 });
  });
});
