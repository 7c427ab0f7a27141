import { expect, test } from "vitest";
import { sealPurpose } from "@/server/connections/credentials";
import { systemContext } from "@/server/platform/company-id";
import { encrypt, rootKey } from "@/server/platform/crypto/cipher";
import { seal } from "@/server/platform/crypto/keyring";
import { runSync } from "@/server/sync/run-sync";
import { adminDb } from "../support/admin-db";
import { call } from "../support/client";
import { MatchingBooks } from "../support/matching-books";

const LISTS = ["/qb/lists/", "/qb/accounts/", "/qb/line-lists/", "/qb/bank-account/"];

const UNREADABLE =
  "The stored access to QuickBooks can't be opened with this installation's APP_SECRET. Reconnect QuickBooks in Integrations, unless the operator can restore the former secret.";

type Owner = Parameters<typeof sealPurpose>[0];
type Credentials = (owner: Owner) => Promise<Uint8Array<ArrayBuffer>>;

/** A company whose QuickBooks connection has these credentials. */
async function connectedWith(credentials: Credentials) {
  const { companyId, token } = await MatchingBooks.create();
  const where = { companyId, provider: "quickbooks" as const };
  const row = await adminDb().integration.findFirstOrThrow({ where });
  await adminDb().integration.updateMany({ where, data: { credentials: await credentials(row) } });
  return { companyId, token, integrationId: row.id };
}

/** The answers of every list of that company. */
async function answers(credentials: Credentials) {
  const { token } = await connectedWith(credentials);
  return Promise.all(LISTS.map((path) => call("GET", path, { token })));
}

const sealedElsewhere: Credentials = async (owner) =>
  encrypt(rootKey("the secret of another installation"), Buffer.from("{}"), sealPurpose(owner));

test.each<[string, Credentials]>([
  ["belong to another APP_SECRET", sealedElsewhere],
  ["were never sealed", async () => new Uint8Array([1])],
  ["belong to another row", () => seal({}, "another row")],
  [
    "are damaged",
    async (owner) => {
      const sealed = await seal({}, sealPurpose(owner));
      sealed[sealed.length - 1] = 1 ^ (sealed.at(-1) ?? 0);
      return sealed;
    },
  ],
])("lists of a connection whose credentials %s say to reconnect", async (_, credentials) => {
  for (const { status, body } of await answers(credentials)) {
    expect([status, body.code, body.message]).toEqual([409, "not_connected", UNREADABLE]);
  }
});

test("a sync under another APP_SECRET than before says that the stored access can't be opened", async () => {
  const { companyId, integrationId } = await connectedWith(sealedElsewhere);
  const data = { companyId, integrationId, trigger: "manual" as const };
  const { id } = await adminDb().syncRun.create({ data });
  await runSync(systemContext(companyId), id);
  const run = await adminDb().syncRun.findFirstOrThrow({ where: { id } });
  expect([run.state, run.message]).toEqual(["failed", UNREADABLE]);
});

test("credentials of another shape say to reconnect", async () => {
  const shape = (owner: Owner) => seal({ secretKey: "of another provider" }, sealPurpose(owner));
  for (const { status, body } of await answers(shape)) {
    expect([status, body.code]).toEqual([502, "provider_unauthorized"]);
    expect(body.message).toContain("Reconnect QuickBooks in Integrations.");
  }
});

test("lists of an expired connection are empty, without a call", async () => {
  const { companyId, token } = await MatchingBooks.create();
  await adminDb().integration.updateMany({ where: { companyId }, data: { status: "expired" } });
  for (const path of LISTS.slice(0, 3)) {
    const { status, body } = await call("GET", path, { token });
    expect([
      status,
      Object.values(body)
        .flat()
        .filter((each) => typeof each === "object"),
    ]).toEqual([200, []]);
  }
});
