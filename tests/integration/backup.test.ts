import { readdir, readFile, stat } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { migrate } from "@/prisma/migrate";
import { adminDb } from "../support/admin-db";
import {
  appSecret,
  backup,
  backupFolder,
  emptyDatabase,
  formats,
  letGo,
  newFile,
  restore,
  url,
} from "../support/backups";
import { ok } from "../support/client";
import { signUp, type TestCompany } from "../support/company";
import { eventually } from "../support/eventually";
import { fingerprint, onDatabase, structure } from "../support/fingerprint";
import { type FullLedger, seedFullLedger } from "../support/full-ledger";

let person: TestCompany;
let books: FullLedger;

beforeAll(async () => {
  person = await signUp();
  books = await seedFullLedger();
  // Values that a careless copy would change.
  await adminDb().ledgerPayment.updateMany({
    where: { companyId: books.companyId, providerId: books.paymentProviderIds[0] ?? "" },
    data: {
      note: 'tab\t newline\n quote" back\\slash \\N é 漢 😀 {"a":[1]}',
      raw: { deep: [null, 1.5, "x", { y: 1e-7 }], n: 12345678901234 },
      amount: 9_007_199_254_740_993n,
    },
  });
  await adminDb().match.updateMany({
    where: { companyId: books.companyId },
    data: { probability: 0.1 + 0.2, algorithm: null },
  });
  await letGo();
});

/** The rows that a restore brings back as they were: each copy is an installation of its own, with an empty log. */
async function ownRows(of: string): Promise<Record<string, string>> {
  const { installation: _other, company_changes: _log, ...rows } = await fingerprint(of);
  return rows;
}

describe("a backup and its restore", () => {
  test("every table is equal, sequences go on, and the product works", async () => {
    for (const portable of await formats()) {
      const file = newFile();
      const before = { rows: await ownRows(url()), structure: await structure(url()) };
      const lines = await backup(file, portable);
      expect(lines.at(-1)).toMatch(/^2 companies, 2 users, 4 deposits, 4 payments$/);
      expect(lines.join("\n")).toContain("  deposits");
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect((await readdir(backupFolder())).filter((name) => name.endsWith(".part"))).toEqual([]);

      await adminDb().deposit.deleteMany({ where: { companyId: books.companyId } });
      await adminDb().company.create({ data: { name: "not in the backup" } });
      await onDatabase(url(), (client) => client.query("CREATE TABLE of_a_newer_version (id int)"));
      await letGo();
      expect(await ownRows(url())).not.toEqual(before.rows);

      const restored = await restore(file, url(), true);
      expect(restored?.counts).toBe("2 companies, 2 users, 4 deposits, 4 payments");
      expect(restored?.secrets).toEqual({ sealed: 6, readable: 6 });
      expect(await ownRows(url())).toEqual(before.rows);
      expect(await structure(url())).toEqual(before.structure);

      const signedIn = await ok("POST", "/user/login/api/", undefined, person);
      const list = await ok("GET", "/qb/deposit-status/", await books.signIn());
      expect(list.deposits).toHaveLength(4);
      const newest = await signUp();
      const { id } = await adminDb().user.findUniqueOrThrow({
        where: { usernameKey: newest.username },
      });
      expect(id).toBeGreaterThan(signedIn.user.id);
      await adminDb().user.delete({ where: { id } });
      await adminDb().company.deleteMany({ where: { name: `${newest.username}'s company` } });
      await letGo();
    }
  });

  test("restore into an empty database, or one with only empty tables", async () => {
    for (const portable of await formats()) {
      const file = newFile();
      await backup(file, portable);
      const rows = await ownRows(url());
      const [fresh, migrated] = [await emptyDatabase(), await emptyDatabase()];
      await migrate(migrated);
      for (const target of [fresh, migrated]) {
        await restore(file, target);
        expect(await ownRows(target)).toEqual(rows);
        expect(await structure(target)).toEqual(await structure(url()));
      }
    }
  });

  test("restore everything without the key, and report what can't be decrypted", async () => {
    const file = newFile();
    await backup(file, true);
    const restored = await restore(file, await emptyDatabase(), false, ["another secret"]);
    expect(restored?.secrets).toEqual({ sealed: 6, readable: 0 });
    expect(gunzipSync(await readFile(file)).includes(appSecret())).toBe(false);
  });
});

test("a copy is an installation of its own, paused unless it takes the original's place", async () => {
  const [{ id: original = "" } = {}] = await installationOf(url());
  for (const portable of await formats()) {
    const file = newFile();
    await backup(file, portable);
    const [rehearsal, successor] = [await emptyDatabase(), await emptyDatabase()];
    await restore(file, rehearsal, false, [appSecret()], false);
    await restore(file, successor);
    const ids = [original];
    for (const [copy, isPaused] of [
      [rehearsal, true],
      [successor, false],
    ] as const) {
      const [row] = await installationOf(copy);
      expect(row?.paused_at instanceof Date).toBe(isPaused);
      ids.push(row?.id ?? "");
    }
    expect(new Set(ids).size).toBe(3);
    // The successor of a copy that was never resumed works, too.
    const again = newFile();
    await backup(again, portable, rehearsal);
    await restore(again, successor, true);
    expect(await installationOf(successor)).toMatchObject([{ paused_at: null }]);
  }
});

function installationOf(of: string): Promise<{ id: string; paused_at: Date | null }[]> {
  return onDatabase(
    of,
    async (client) => (await client.query("SELECT id, paused_at FROM installation")).rows,
  );
}

test("a backup is a consistent snapshot while the product writes", async () => {
  const [integration] = await adminDb().integration.findMany({
    where: { companyId: books.companyId, provider: "stripe" },
  });
  const money = { currency: "USD" };
  const date = new Date("2026-04-01");
  let written = 0;
  const write = async () => {
    written += 1;
    await adminDb().deposit.create({
      data: {
        companyId: books.companyId,
        integrationId: integration?.id ?? "",
        providerId: `meanwhile-${written}`,
        payoutStatus: "paid",
        txnDate: date,
        amount: 100n,
        ...money,
        lines: {
          create: {
            providerId: `meanwhile-${written}`,
            kind: "charge",
            providerKind: "charge",
            date,
            gross: 100n,
            fee: 0n,
            net: 100n,
            ...money,
          },
        },
      },
    });
  };
  for (const portable of await formats()) {
    const file = newFile();
    const target = await emptyDatabase();
    let done = false;
    const first = written;
    const writing = (async () => {
      while (!done) await write();
    })();
    await eventually(() => expect(written).toBeGreaterThan(first + 5));
    await backup(file, portable).finally(() => {
      done = true;
    });
    await writing;
    await restore(file, target);
    const torn = await onDatabase(target, (client) =>
      client.query(`SELECT d.id FROM deposits d WHERE d.itemized AND d.amount <>
        (SELECT coalesce(sum(net), 0) FROM deposit_lines l WHERE l.deposit_id = d.id)`),
    );
    expect(torn.rows).toEqual([]);
    const counted = await onDatabase(target, (client) =>
      client.query(`SELECT (SELECT count(*) FROM deposits WHERE deleted_at IS NULL)::int AS rows,
        (SELECT sum(deposits) FROM deposit_totals)::int AS total`),
    );
    expect(counted.rows[0].rows).toBe(counted.rows[0].total);
  }
  await adminDb().deposit.deleteMany({ where: { providerId: { startsWith: "meanwhile" } } });
  await letGo();
});
