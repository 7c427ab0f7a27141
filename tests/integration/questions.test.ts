import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { QUESTION_LIMITS } from "@/server/line-decisions/questions/question-limits";
import { writeDueMails } from "@/server/notifications/write-due-mails";
import { systemContext } from "@/server/platform/company-id";
import { closeDb, db } from "@/server/platform/db";
import { stopQueue } from "@/server/platform/queue/queue";
import { adminDb } from "../support/admin-db";
import { type Answer, call, ok } from "../support/client";
import { dumpRows } from "../support/dump";
import { decoded, type MailServer, startMailServer } from "../support/mail-server";
import { MatchingBooks } from "../support/matching-books";
import { join, type Person, seedPerson } from "../support/members";
import { letMailsBeDue } from "../support/notified";
import { type Running, startWorkers } from "../support/worker";

let mailServer: MailServer;
let workers: Running;
let books: MatchingBooks;

beforeAll(async () => {
  mailServer = await startMailServer();
  process.env.SMTP_URL = mailServer.url;
  workers = await startWorkers();
});
beforeEach(async () => {
  await db("accounts").throttle.deleteMany();
  books = await MatchingBooks.create();
});
afterAll(async () => {
  await workers.stop();
  await stopQueue(1_000);
  await closeDb();
  await mailServer.close();
});

const QUESTION = "Who paid 64.50 on Nov 2?";
const DEAD = {
  code: "not_found",
  message: "This link doesn't work. It may have expired or been used already.",
};

let people = 0;
const somebody = () => `client-${++people}@example.com`;

/** A deposit of one charge that the books lack. */
async function openLine(of = books) {
  const { id, lines } = await of.deposit([{ gross: 6_450, description: "Order #10260" }]);
  return { deposit_id: id, line_id: lines[0]?.id ?? 0 };
}

const ask = (input: object, { token } = books, headers: Record<string, string> = {}) =>
  call("POST", "/questions/ask/", { token, body: { question: QUESTION, ...input }, headers });
const byLink = (verb: "read" | "answer" | "decline", body: object, ip = "198.51.100.7") =>
  call("POST", `/questions/${verb}/`, { body, headers: { "x-forwarded-for": ip } });
const read = (token: string) => byLink("read", { token });
const answer = (token: string, text = "Olivia Eastwick") =>
  byLink("answer", { token, answer: text });

/** Asks, and reads the link from the mail that arrives. */
async function asked(input: object = {}) {
  const line = await openLine();
  const email = somebody();
  const { status, body } = await ask({ ...line, email, ...input });
  expect(status, JSON.stringify(body)).toBe(200);
  const token = await linkFor(email);
  return { ...line, email, token, question_id: body.question_id as number };
}

/** The token of the newest mail to an address, once `count` have arrived. */
async function linkFor(email: string, count = 1): Promise<string> {
  const mails = await mailServer.waitFor(email, count);
  const tokens = mails.map(({ raw }) => /\/question#([\w-]{43})\b/.exec(decoded(raw))?.[1] ?? "");
  return tokens.at(-1) ?? "";
}

async function detail(deposit_id: number, { token } = books) {
  return ok("GET", `/qb/deposit/?deposit_id=${deposit_id}`, token);
}

const expectDead = ({ status, body: { request_id: _, ...body } }: Answer) =>
  expect({ status, body }).toEqual({ status: 404, body: DEAD });

describe("a question", () => {
  test("arrives by mail, its page shows the line alone, and the answer lands on the line once", async () => {
    await adminDb().company.update({
      where: { id: books.companyId },
      data: { name: "Rosewood Studio" },
    });
    const suggestions = ["Blue Harbor", "Olivia Eastwick"];
    const { deposit_id, line_id, email, token } = await asked({ suggestions });
    const [mail] = await mailServer.waitFor(email);
    expect(mail?.to).toEqual([email]);
    expect(mail?.raw).toContain("Subject: A question about a payment\r\n");
    expect(decoded(mail?.raw ?? "")).toMatch(
      /of Rosewood Studio asks you about a payment of 64\.50 USD on/,
    );

    const page = await read(token);
    expect(page.status).toBe(200);
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.body).toEqual({
      company: "Rosewood Studio",
      question: QUESTION,
      suggestions,
      processor: "Stripe",
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      date_format: "MM-DD-YYYY",
      amount: "64.50",
      currency: "USD",
      description: "Order #10260",
    });
    // Reading uses nothing up: mail filters open links too.
    expect((await read(token)).status).toBe(200);

    expect((await answer(token, "Olivia Eastwick\nfor the class")).body.message).toBe(
      "Thank you. Your answer was sent.",
    );
    expectDead(await answer(token, "Somebody else"));
    expectDead(await read(token));
    expectDead(await byLink("decline", { token }));

    const { deposit, history } = await detail(deposit_id);
    expect(deposit).toMatchObject({ status: "pending", last_asked: email });
    expect(deposit.questions).toMatchObject([
      {
        line_id,
        email,
        state: "answered",
        question: QUESTION,
        answer: "Olivia Eastwick\nfor the class",
      },
    ]);
    expect(history.map(({ text }: { text: string }) => text)).toEqual([
      `Answered by ${email}: Olivia Eastwick\nfor the class`,
      expect.stringMatching(new RegExp(`^Asked ${email} about 64\\.50 on [A-Z][a-z]{2} \\d+$`)),
    ]);
  });

  test("notifies the user who asked, by mail without the stranger's text", async () => {
    const { deposit_id, line_id, email, token } = await asked();
    await answer(token, "Confirm at http://evil.test");
    const { notifications } = await ok("GET", "/notifications/", books.token);
    expect(notifications).toMatchObject([
      {
        title: expect.stringMatching(/^Answer about 64\.50 on /),
        body: `${email} has answered your question.`,
        link: `/transaction/${deposit_id}?line=${line_id}`,
      },
    ]);
    const { email: asker } = await adminDb().user.findUniqueOrThrow({
      where: { id: books.userId },
    });
    await letMailsBeDue(books.companyId);
    await writeDueMails(systemContext(books.companyId));
    const [mail] = await mailServer.waitFor(asker);
    expect(decoded(mail?.raw ?? "")).toContain(`${email} has answered your question.`);
    expect(mail?.raw).not.toContain("evil");
  });

  test("of two answers at the same moment one wins", async () => {
    const { deposit_id, token } = await asked();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => answer(token, `Answer ${index}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const lost of answers.filter(({ status }) => status !== 200)) expectDead(lost);
    const { history } = await detail(deposit_id);
    const landed = history.filter(({ action }: { action: string }) => /answered/.test(action));
    expect(landed).toHaveLength(1);
  });

  test("is withdrawn while it is open, and not afterwards", async () => {
    const { deposit_id, email, token, question_id } = await asked();
    const revoke = () =>
      call("POST", "/questions/revoke/", { token: books.token, body: { question_id } });
    expect((await revoke()).body).toEqual({ message: "Question withdrawn" });
    expectDead(await read(token));
    expectDead(await answer(token));
    expect((await revoke()).status).toBe(409);
    const { deposit, history } = await detail(deposit_id);
    expect(deposit.questions).toMatchObject([{ state: "revoked", answer: "" }]);
    expect(history[0].text).toMatch(new RegExp(`^Question withdrawn: ${email}, about 64\\.50 on`));
  });

  test("asked again replaces the link", async () => {
    const first = await asked();
    const { deposit_id, line_id, email } = first;
    expect((await ask({ deposit_id, line_id, email })).status).toBe(200);
    const second = await linkFor(email, 2);
    expectDead(await answer(first.token));
    expect((await answer(second)).status).toBe(200);
    const { deposit } = await detail(deposit_id);
    expect(deposit.questions.map(({ state }: { state: string }) => state)).toEqual([
      "answered",
      "superseded",
    ]);
  });

  test("expires after two weeks", async () => {
    const { deposit_id, token, question_id } = await asked();
    const where = { companyId_id: { companyId: books.companyId, id: question_id } };
    const { askedAt, expiresAt } = await adminDb().lineQuestion.findUniqueOrThrow({ where });
    expect((expiresAt.getTime() - askedAt.getTime()) / 86_400_000).toBeCloseTo(14, 2);
    await adminDb().lineQuestion.update({ where, data: { expiresAt: new Date() } });
    expectDead(await read(token));
    expectDead(await answer(token));
    expectDead(await byLink("decline", { token }));
    expect((await detail(deposit_id)).deposit.questions).toMatchObject([{ state: "expired" }]);
  });

  test("of a deleted deposit can't be answered; an answer outlives the deposit's deletion", async () => {
    const open = await asked();
    const answered = await asked();
    await answer(answered.token, "Ottilie Quist");
    for (const { deposit_id } of [open, answered]) {
      await ok("POST", "/qb/delete-deposit/", books.token, { deposit_id });
    }
    expectDead(await read(open.token));
    expectDead(await answer(open.token));
    await ok("POST", "/qb/restore-deposit/", books.token, { deposit_id: open.deposit_id });
    expect((await read(open.token)).status).toBe(200);
    const kept = await adminDb().auditEvent.findMany({
      where: { companyId: books.companyId, entityId: String(answered.deposit_id) },
    });
    expect(JSON.stringify(kept.map(({ data }) => data))).toContain("Ottilie Quist");
  });

  test("ends with its asker's membership, on record, and the owners are told", async () => {
    const [removed, left, deleted] = [await seedPerson(), await seedPerson(), await seedPerson()];
    const asking = new Map<Person, { token: string; deposit_id: number; session: string }>();
    for (const person of [removed, left, deleted]) {
      await join(books.companyId, person, "bookkeeper");
      const session = await person.signIn(books.companyId);
      const line = await openLine();
      const email = person.email;
      expect((await ask({ ...line, email }, { token: session } as MatchingBooks)).status).toBe(200);
      asking.set(person, { session, ...line, token: await linkFor(email) });
    }
    const stays = await asked();
    const sessionOf = (person: Person) => asking.get(person)?.session ?? "";
    const { name } = await adminDb().company.findUniqueOrThrow({ where: { id: books.companyId } });
    await ok("POST", "/people/remove/", books.token, { user_id: removed.userId });
    await ok("POST", "/companies/leave/", sessionOf(left), { company_name: name });
    await ok("POST", "/user/delete/", sessionOf(deleted), {});
    for (const { token, deposit_id } of asking.values()) {
      expectDead(await read(token));
      expectDead(await answer(token));
      const { deposit, history } = await detail(deposit_id);
      expect(deposit.questions).toMatchObject([{ state: "revoked" }]);
      expect(history[0].action).toBe("deposit.question_revoked");
    }
    const { notifications } = await ok("GET", "/notifications/", books.token);
    const titles = notifications.map(({ title }: { title: string }) => title);
    expect(titles).toEqual(Array.from({ length: 3 }, () => "1 question to clients withdrawn"));
    expect((await read(stays.token)).status).toBe(200);
  });

  test("that is asked while its asker is removed is readable to nobody", async () => {
    const { token } = await asked();
    await adminDb().membership.deleteMany({
      where: { companyId: books.companyId, userId: books.userId },
    });
    expectDead(await read(token));
    expectDead(await answer(token));
    expectDead(await byLink("decline", { token }));
  });

  test("about a posted deposit isn't asked", async () => {
    const line = await openLine();
    await adminDb().deposit.update({
      where: { companyId_id: { companyId: books.companyId, id: line.deposit_id } },
      data: { status: "posted", quickbooksId: "1043" },
    });
    expect((await ask({ ...line, email: somebody() })).status).toBe(409);
  });

  test("is refused by an address that wants no more, for this company", async () => {
    const { email, token, deposit_id } = await asked();
    expect((await byLink("decline", { token })).status).toBe(200);
    const again = await ask({ ...(await openLine()), email: email.toUpperCase() });
    expect(again.status).toBe(422);
    expect(again.body.fields.email).toBe("This address wants no more questions. Ask another way.");
    expect((await detail(deposit_id)).history[0].text).toBe(
      `Question declined by ${email}, who wants no more`,
    );
    const others = await MatchingBooks.create();
    const theirs = await ask({ ...(await openLine(others)), email }, others);
    expect(theirs.status).toBe(200);
  });
});

describe("a link", () => {
  test("is kept as a hash alone", async () => {
    const { token } = await asked();
    const dump = await dumpRows();
    expect(dump).not.toContain(token);
    expect(dump).not.toContain(Buffer.from(token).toString("hex"));
  });

  test.each(["", "x", "A".repeat(43), "../../etc", "' OR true --", "é".repeat(200)])(
    "that is unknown, %j, is answered with the same words",
    async (token) => {
      await asked();
      expectDead(await read(token));
      expectDead(await answer(token));
    },
  );

  test("that is unknown counts for its network, and one that exists never", async () => {
    const { token } = await asked();
    const { tries } = QUESTION_LIMITS.link;
    const guess = (ip: string) => byLink("read", { token: "A".repeat(43) }, ip);
    const guesses = await Promise.all(
      Array.from({ length: tries + 5 }, () => guess("203.0.113.9")),
    );
    const statuses = guesses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 404)).toHaveLength(tries);
    const refused = await byLink("answer", { token: "B".repeat(43), answer: "x" }, "203.0.113.9");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(800);
    expect((await guess("203.0.113.10")).status).toBe(404);
    for (let opened = 0; opened < 3; opened += 1) {
      expect((await byLink("read", { token }, "203.0.113.9")).status).toBe(200);
    }
    const answered = await byLink("answer", { token, answer: "x" }, "203.0.113.9");
    expect(answered.status).toBe(200);
  });
});

describe("mails to strangers", () => {
  /** As if so many had been sent. */
  const counted = (hits: number) =>
    db("accounts").$executeRaw`UPDATE throttles SET hits = ${hits} WHERE free_at <= now()`;

  test("are limited per company", async () => {
    await ask({ ...(await openLine()), email: somebody() });
    await counted(QUESTION_LIMITS.company.tries - 1);
    // Only the company's counter is that high for another address and network.
    const elsewhere = { "x-forwarded-for": "203.0.113.20" };
    const last = await ask({ ...(await openLine()), email: somebody() }, books, elsewhere);
    expect(last.status).toBe(200);
    const email = somebody();
    const refused = await ask({ ...(await openLine()), email }, books, elsewhere);
    expect(refused.status).toBe(429);
    expect(refused.body.message).toMatch(
      /^Your company has sent as many questions .* \d+ hours\.$/,
    );
    const kept = await adminDb().lineQuestion.count({
      where: { companyId: books.companyId, email },
    });
    expect(kept).toBe(0);
  });

  test("are limited per address, from all companies together, whatever its spelling", async () => {
    const email = somebody();
    await ask({ ...(await openLine()), email });
    await counted(QUESTION_LIMITS.recipient.tries - 1);
    const others = await MatchingBooks.create();
    const spelled = (tag: string) => email.replace("@", `+${tag}@`).toUpperCase();
    const answers = [];
    for (const tag of ["a", "b"]) {
      answers.push(await ask({ ...(await openLine(others)), email: spelled(tag) }, others));
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 429]);
    expect(answers[1]?.body.message).toMatch(/^This address has got as many questions/);
  });

  test("are limited per network, from all companies together", async () => {
    const headers = { "x-forwarded-for": "203.0.113.30" };
    await ask({ ...(await openLine()), email: somebody() }, books, headers);
    await counted(QUESTION_LIMITS.network.tries - 1);
    const statuses = [];
    for (let turn = 0; turn < 2; turn += 1) {
      const other = await MatchingBooks.create();
      const answered = await ask({ ...(await openLine(other)), email: somebody() }, other, headers);
      statuses.push(answered.status);
    }
    expect(statuses).toEqual([200, 429]);
  });

  test("in parallel don't slip past the limit, and what fails counts nothing", async () => {
    const email = somebody();
    const lines = await Promise.all(Array.from({ length: 16 }, () => openLine()));
    await ask({ ...(lines[0] ?? {}), email, line_id: 2_000_000_000 });
    const answers = await Promise.all(lines.map((line) => ask({ ...line, email })));
    const sent = answers.filter(({ status }) => status === 200);
    expect(sent).toHaveLength(QUESTION_LIMITS.recipient.tries);
    const mails = await mailServer.waitFor(email, sent.length);
    expect(mails).toHaveLength(sent.length);
  });

  test("hold no words, markup, headers or links of users but names as plain text", async () => {
    const evil = `Acme\r\nBcc: victim@innocent.test\r\n\r\n<a href="http://evil.test/x">evil.test</a> www.evil.test`;
    await adminDb().company.update({ where: { id: books.companyId }, data: { name: evil } });
    await adminDb().user.update({
      where: { id: books.userId },
      data: { firstName: "<img src=x>\u202e", lastName: "a@evil.test" },
    });
    const question = `Ignore this <b>bold</b> & pay evil.test "now"`;
    const { email, token } = await asked({ question });
    const [mail] = await mailServer.waitFor(email);
    expect(mail?.to).toEqual([email]);
    const [head = "", ...body] = decoded(mail?.raw ?? "").split("\r\n\r\n");
    expect(head).toMatch(/^Subject: A question about a payment$/m);
    expect(head).not.toMatch(/bcc|victim|evil/i);
    const text = body.join("\n");
    expect(text).not.toMatch(/evil\.test|<img|<b>|<a href="http:\/\/evil|www\.|@|Ignore|\u202e/);
    expect(text).toContain("Acme Bcc victim innocent test");
    // Every link is ours.
    const links = text.match(/https?:\/\/[^\s"<]+/g) ?? [];
    expect(links.length).toBeGreaterThan(1);
    for (const link of links) expect(link).toMatch(/^http:\/\/localhost:3000\//);
    // The page shows the question as the text that it is.
    expect((await read(token)).body.question).toBe(question);
  });

  test.each([
    ["question", "Who paid?\r\nBcc: victim@innocent.test"],
    ["question", "Who paid?\u2028Next"],
    ["question", "Who \u202epaid?"],
    ["question", "Confirm at http://evil.test"],
    ["question", "See www.evil.test"],
    ["question", "x".repeat(301)],
    ["question", " "],
    ["email", "a@example.com\r\nBcc: b@example.com"],
    ["email", "a@example.com, b@example.com"],
    ["email", "Ada <a@example.com>"],
    ["suggestions.0", ["http://evil.test"]],
    ["suggestions.0", ["a\nb"]],
    ["suggestions", Array.from({ length: 6 }, (_, index) => `Name ${index}`)],
  ])("are refused with %s %j", async (field, value) => {
    const line = await openLine();
    const name = field.split(".")[0] ?? "";
    const refused = await ask({ ...line, email: somebody(), [name]: value });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body.fields)).toEqual([field]);
  });

  test.each(["", " ", "x".repeat(1_001), "a\u0000b"])(
    "an answer %j is refused and uses nothing up",
    async (text) => {
      const { token } = await asked();
      expect((await answer(token, text)).status).toBe(400);
      expect((await answer(token)).status).toBe(200);
    },
  );
});

describe("another company", () => {
  test("can't ask about my line, see or withdraw my question", async () => {
    const { deposit_id, line_id, question_id, token } = await asked();
    const others = await MatchingBooks.create();
    const own = await openLine(others);
    const email = somebody();
    expect((await ask({ deposit_id, line_id, email }, others)).status).toBe(404);
    expect((await ask({ ...own, line_id, email }, others)).status).toBe(404);
    const revoked = await call("POST", "/questions/revoke/", {
      token: others.token,
      body: { question_id },
    });
    expect(revoked.status).toBe(404);
    expect((await detail(own.deposit_id, others)).deposit.questions).toEqual([]);
    expect((await read(token)).status).toBe(200);
    expect(mailServer.received.filter(({ to }) => to.includes(email))).toEqual([]);
  });
});
