import { beforeAll, beforeEach, expect, test } from "vitest";
import { delay } from "@/lib/delay";
import { adminDb } from "../support/admin-db";
import { call, handlerOf } from "../support/client";
import { Followed } from "../support/event-stream";
import { eventually } from "../support/eventually";
import { often } from "../support/exhaustive";
import { type FullLedger, seedFullLedger } from "../support/full-ledger";
import { join, type Person, seedPerson } from "../support/members";

const ROUNDS = often(5, 100);
const PAGES = 3;
/** What a sync counts once the member is removed: no stream of theirs may carry it. */
const AFTERWARDS = 1_000_000;

let books: FullLedger;
let token: string;

beforeAll(async () => {
  await seedPerson();
});
beforeEach(async () => {
  books = await seedFullLedger();
  token = await books.signIn();
});

async function member(): Promise<Person> {
  const person = await seedPerson();
  await join(books.companyId, person, "bookkeeper");
  return person;
}

const remove = ({ userId: user_id }: Person) =>
  call("POST", "/people/remove/", { token, body: { user_id } });
const progress = (done: number) =>
  adminDb().syncRun.updateMany({ where: { companyId: books.companyId }, data: { done } });

test("streams of a member who is removed end, and carry nothing that happens afterwards", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const person = await member();
    const theirs = await person.signIn(books.companyId);
    const streams = await Promise.all(Array.from({ length: PAGES }, () => Followed.open(theirs)));
    await eventually(() => {
      for (const stream of streams) expect(stream.of("sync-runs").length).toBeGreaterThan(0);
    });
    let count = 0;
    let isRemoved = false;
    const working = async () => {
      while (!isRemoved) await progress(++count);
    };
    // At another moment in each round.
    const removing = async () => {
      await delay(round * 3);
      const { status } = await remove(person);
      isRemoved = true;
      expect(status).toBe(200);
    };
    await Promise.all([working(), removing()]);
    await progress(AFTERWARDS);
    await eventually(() => {
      for (const stream of streams) expect(stream.ended, `round ${round}`).toBe(true);
    });
    for (const { text } of streams) expect(text).not.toContain(`"done":${AFTERWARDS}`);
    await progress(0);
  }
});

test("a page that reads slowly gets no more once its member is removed", async () => {
  const person = await member();
  const handler = await handlerOf("GET", "/api/events/");
  const authorization = await person.signIn(books.companyId);
  const { body } = await handler(
    new Request("http://localhost:3000/api/events/", { headers: { authorization } }),
  );
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  const read = async () => {
    const piece = await reader?.read();
    return piece?.value ? decoder.decode(piece.value) : "";
  };
  let text = "";
  while (!text.includes("event: ")) text += await read();
  expect((await remove(person)).status).toBe(200);
  // The next event was to be read only now.
  await adminDb().posting.updateMany({
    where: { companyId: books.companyId },
    data: { state: "held" },
  });
  for (let piece = await read(); piece !== ""; piece = await read()) text += piece;
  expect(text.match(/event: /g)).toHaveLength(1);
});
