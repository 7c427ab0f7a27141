import { Ajv2020 } from "ajv/dist/2020";
import { beforeAll, describe, expect, test } from "vitest";
import { dataExport } from "@/lib/contracts/data-export";
import { EXPORT_SOURCES } from "@/server/overview/export/sources";
import { buildDocument } from "@/tools/product/build-document";
import { adminDb } from "../support/admin-db";
import { call, handlerOf, ok } from "../support/client";
import { type FullLedger, seedFullLedger } from "../support/full-ledger";
import { join, seedApiToken, seedPerson } from "../support/members";

let mine: FullLedger;
let theirs: FullLedger;

beforeAll(async () => {
  mine = await seedFullLedger();
  theirs = await seedFullLedger();
});

type Line = Record<string, unknown> & { type: string };

async function request(token: string): Promise<Response> {
  const address = `http://localhost:3000/api${dataExport.path}`;
  const handler = await handlerOf("GET", `/api${dataExport.path}`);
  return handler(new Request(address, { headers: { authorization: token } }));
}

async function download(books: FullLedger) {
  const answer = await request(await books.signIn());
  const text = await answer.text();
  const lines: Line[] = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  return { answer, text, lines, of: (type: string) => lines.filter((line) => line.type === type) };
}

/** A company's or person's tables that are not exported, each with its reason. */
const LEFT_OUT_TABLES: Record<string, string> = {
  company_changes: "that rows were changed, for some minutes; what they are now is exported",
  deposit_counts: "counted from deposits",
  deposit_totals: "counted from deposits",
  deposit_words: "what a search looks at, from the lines",
  email_confirmations: "links that work once",
  failure_dismissals: "which hints are hidden",
  idempotency_keys: "answers of a day's calls, against repeats",
  job_failures: "the product's own bookkeeping",
  match_lines: "in the match",
  match_payments: "in the match",
  notification_events: "keys against repeats; their texts are in the notifications",
  notification_mails: "when the next mail goes",
  oauth_states: "secrets of a sign-in under way",
  payment_words: "what a search looks at, from the payments",
  recovery_codes: "secrets",
  sign_in_challenges: "secrets",
  sync_requests: "the product's own bookkeeping",
  withdrawn_invitations: "links that no longer work",
};

/** Columns left out of exported tables, each with its reason; `company_id` is in the first line. */
const LEFT_OUT_COLUMNS: Record<string, string[]> = {
  // Secrets.
  users: ["password_hash", "totp_secret", "totp_last_step", "username_key", "email_key"],
  sessions: ["token_hash", "cookie_hash", "exchange_hash", "exchange_expires_at"],
  // Secrets, and internal progress.
  integrations: [
    ...["credentials", "credentials_version", "cursor", "idle_ends_at", "ends_at"],
    ...["kept_alive_at", "daily_on", "daily_attempts", "daily_retry_at"],
    ...["transactions_from", "transactions_until"],
  ],
  balance_transactions: ["key"],
  companies: ["match_requested_at", "matched_at", "unnotified"],
  // What waits to be looked up in the books: settings are exported once they are chosen.
  company_settings: ["copied"],
  sync_runs: ["attempt", "heartbeat_at"],
  match_runs: ["attempt", "heartbeat_at"],
  postings: ["heartbeat_at", "next_attempt_at"],
  deposits: ["version"],
  line_questions: ["token_hash"],
  invitations: ["token_hash", "replaced", "email_key"],
  api_tokens: ["token_hash"],
  webhook_endpoints: ["sealed_secret", "held_until", "claimed_until"],
  webhook_deliveries: ["next_attempt_at"],
  ledger_invoices: ["seen_by"],
  ledger_payments: ["seen_by"],
  matches: ["live"],
  notifications: ["group_key", "mailed"],
};

describe("the export", () => {
  test("has every table and column, or a reason for its absence", async () => {
    const columns = await adminDb().$queryRaw<{ table_name: string; column_name: string }[]>`
      SELECT table_name, column_name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name <> 'company_id'
        AND (table_name IN ('companies', 'users') OR table_name IN (
          SELECT table_name FROM information_schema.columns
          WHERE table_schema = 'public' AND column_name IN ('company_id', 'user_id')))`;
    const exported = new Map<string, string>();
    for (const { table, columns } of EXPORT_SOURCES) {
      exported.set(table, [exported.get(table) ?? "", ...columns].join(" "));
    }
    const missing = columns.filter(({ table_name, column_name }) => {
      if (table_name in LEFT_OUT_TABLES) return exported.has(table_name);
      const named = new RegExp(`\\b${column_name}\\b`).test(exported.get(table_name) ?? "");
      return named === (LEFT_OUT_COLUMNS[table_name] ?? []).includes(column_name);
    });
    expect(missing).toEqual([]);
  });

  test("is a JSON lines file with everything of the company", async () => {
    const { answer, lines, of } = await download(mine);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/x-ndjson; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; .*\.ndjson"$/);
    expect(lines[0]).toMatchObject({ type: "export", format: 1, company_id: mine.companyId });
    const counts = {
      deposit: 4,
      deposit_line: 4,
      payment: 4,
      invoice: 1,
      match: 3,
      posting: 1,
      integration: 5,
      balance_transaction: 1,
      payout_import: 1,
    };
    expect(lines.at(-1)).toMatchObject({ type: "end", rows: counts });
    const { rows } = lines.at(-1) as unknown as { rows: Record<string, number> };
    for (const [type, count] of Object.entries(rows)) expect(of(type)).toHaveLength(count);
    const { marker } = mine;
    expect(of("user")).toMatchObject([{ username: marker, email: `${marker}@example.com` }]);
    expect(of("account")).toMatchObject([
      { phone: marker, avatar: Buffer.from(marker).toString("base64") },
    ]);
    expect(of("deposit")[0]).toMatchObject({ amount: "96.80", currency: "USD" });
    expect(of("deposit_line")[0]).toMatchObject({ gross: "100.00", fee: "3.20", net: "96.80" });
    const [match] = of("match");
    expect(match?.payment_ids).toHaveLength(1);
    expect(match?.evidence).toMatchObject([{ text: marker }]);
    for (const type of [
      "company",
      "payment",
      "invoice",
      "line_question",
      "notification",
      "linked_identity",
      "api_token",
      "sync_run",
    ]) {
      expect(JSON.stringify(of(type)[0]), type).toContain(marker);
    }
    expect(of("audit_event").at(-1)).toMatchObject({
      action: "data.exported",
      user_id: mine.userId,
      request_id: answer.headers.get("x-request-id"),
    });
  });

  test("has rows as the API's document describes them", async () => {
    const { components } = await buildDocument(".");
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const isRow = ajv.compile({ $ref: "#/components/schemas/ExportRow", components });
    const { lines } = await download(mine);
    const wrong = lines.filter((line) => !isRow(line));
    expect(wrong).toEqual([]);
  });

  test("holds no secret and no other company's data", async () => {
    await adminDb().user.update({
      where: { id: mine.userId },
      data: { passwordHash: "$argon2id$a-hash" },
    });
    const { text } = await download(mine);
    expect(text).toContain(mine.marker);
    for (const secret of ["argon2", "-secret", "TOKEN", "hash", theirs.marker, ...theirs.ids]) {
      expect(text).not.toContain(secret);
    }
    const sealed = await adminDb().integration.findMany({
      where: { companyId: mine.companyId, NOT: { credentials: null } },
    });
    expect(sealed).toHaveLength(4);
    for (const { credentials } of sealed) {
      expect(text).not.toContain(Buffer.from(credentials ?? []).toString("hex"));
    }
  });

  test("has names and addresses of the other members, and nothing else of them", async () => {
    const { companyId } = mine;
    const other = await seedFullLedger();
    await adminDb().membership.create({
      data: { companyId, userId: other.userId, role: "viewer" },
    });
    await adminDb().session.create({
      data: {
        ...{ companyId, userId: other.userId, ipAddress: other.marker },
        ...{ tokenHash: new TextEncoder().encode(other.marker), expiresAt: new Date("2099-01-01") },
      },
    });
    const { text, of } = await download(mine);
    expect(of("user")).toHaveLength(2);
    const named = { username: other.marker, email: `${other.marker}@example.com` };
    expect(of("user").find(({ id }) => id === other.userId)).toMatchObject(named);
    for (const type of ["account", "linked_identity", "session"]) {
      expect(of(type).length, type).toBeGreaterThan(0);
      expect(JSON.stringify(of(type)), type).not.toContain(other.marker);
    }
    expect(text).not.toContain(other.companyId);
  });

  test("arrives in parts, with each row once, for many rows too", async () => {
    const { companyId } = theirs;
    await adminDb().$executeRaw`
      INSERT INTO deposits (company_id, integration_id, provider_id, payout_status, txn_date, amount,
        currency, itemized)
      SELECT ${companyId}::uuid, id, 'po_' || n, 'paid', date '2020-01-01', n, 'JPY', false
      FROM integrations, generate_series(1, 1200) n
      WHERE company_id = ${companyId}::uuid AND provider = 'stripe'`;
    let parts = 0;
    const decoder = new TextDecoder();
    let text = "";
    for await (const part of (await request(await theirs.signIn())).body ?? []) {
      parts += 1;
      text += decoder.decode(part, { stream: true });
    }
    expect(parts).toBeGreaterThan(EXPORT_SOURCES.length);
    const ids = [...text.matchAll(/"type":"deposit","id":(\d+)/g)].map(([, id]) => id);
    expect([ids.length, new Set(ids).size]).toEqual([1_204, 1_204]);
    expect(text).toMatch(/"provider_id":"po_7",.*"amount":"7\.00","currency":"JPY"/);
  });

  test("needs a session", async () => {
    expect((await request("TOKEN nobody")).status).toBe(401);
  });
});

/** More rows than are read at once, so that the file is sent in several parts. */
async function manyDeposits({ companyId }: FullLedger): Promise<void> {
  await adminDb().$executeRaw`
    INSERT INTO deposits (company_id, integration_id, provider_id, payout_status, txn_date, amount,
      currency, itemized)
    SELECT ${companyId}::uuid, id, 'po_' || n, 'paid', date '2020-01-01', n, 'USD', false
    FROM integrations, generate_series(1, 1200) n
    WHERE company_id = ${companyId}::uuid AND provider = 'stripe'`;
}

/** What may happen to whoever downloads, each on their own account; `token` is the owner's. */
const ENDS: Record<string, (reader: Reader) => Promise<unknown>> = {
  "the member is removed": ({ userId, owner }) =>
    ok("POST", "/people/remove/", owner, { user_id: userId }),
  "the role is lowered": ({ userId, owner }) =>
    ok("PUT", "/people/role/", owner, { user_id: userId, role: "viewer" }),
  "the user signs out": ({ token }) => ok("POST", "/user/logout/api/", token, {}),
  "the session expires": ({ userId }) =>
    adminDb().session.updateMany({ where: { userId }, data: { expiresAt: new Date() } }),
  "the company is deleted": async ({ companyId, owner }) => {
    const { name } = await adminDb().company.findUniqueOrThrow({ where: { id: companyId } });
    await ok("POST", "/companies/delete/", owner, { company_name: name });
  },
};

interface Reader {
  companyId: string;
  userId: number;
  token: string;
  owner: string;
}

describe("a download that has begun", () => {
  const paths = ["/api/settings/export/", "/api/qb/deposits-export/"];

  async function begin(path: string, authorization: string) {
    const handler = await handlerOf("GET", path);
    const answer = await handler(
      new Request(`http://localhost:3000${path}`, { headers: { authorization } }),
    );
    expect(answer.status).toBe(200);
    const reader = answer.body?.getReader();
    const decoder = new TextDecoder();
    let text = "";
    const read = async () => {
      const { value, done } = (await reader?.read()) ?? { done: true, value: undefined };
      text += decoder.decode(value, { stream: true });
      return !done;
    };
    return {
      read,
      async rest() {
        while (await read());
        return text;
      },
    };
  }

  test.each(Object.entries(ENDS))("goes no further when %s", async (_what, end) => {
    const books = await seedFullLedger();
    await manyDeposits(books);
    const person = await seedPerson();
    await join(books.companyId, person, "admin");
    const { companyId } = books;
    const token = await person.signIn(companyId);
    const owner = await books.signIn();
    const downloads = await Promise.all(paths.map((path) => begin(path, token)));
    for (const { read } of downloads) await read();
    await end({ companyId, userId: person.userId, token, owner });
    for (const { rest } of downloads) {
      await expect(rest()).rejects.toThrow("belongs to a session that has ended");
    }
    await expect.poll(() => adminDb().lease.count()).toBe(0);
  });

  test("by an API token goes no further when that is revoked", async () => {
    await manyDeposits(mine);
    const { id, token } = await seedApiToken(mine.companyId, mine, "admin");
    const download = await begin("/api/settings/export/", token);
    await download.read();
    await ok("POST", "/api-tokens/revoke/", await mine.signIn(), { api_token_id: id });
    await expect(download.rest()).rejects.toThrow("belongs to a session that has ended");
  });

  test("keeps no other member from theirs: one has two of the company's three places", async () => {
    const person = await seedPerson();
    await join(mine.companyId, person, "admin");
    const token = await person.signIn(mine.companyId);
    const stalled = [await begin(paths[0] ?? "", token), await begin(paths[1] ?? "", token)];
    const third = await call("GET", "/qb/deposits-export/", { token });
    expect([third.status, third.body.message]).toEqual([
      429,
      "You have 2 requests of this kind under way. Try again in a few seconds.",
    ]);
    const { text } = await download(mine);
    expect(text).toContain('"type":"end"');
    for (const { rest } of stalled) await rest();
    await expect.poll(() => adminDb().lease.count()).toBe(0);
  });
});
