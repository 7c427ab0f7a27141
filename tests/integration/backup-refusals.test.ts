import { randomBytes } from "node:crypto";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { backup, backupFolder, emptyDatabase, formats, newFile, restore } from "../support/backups";
import { fingerprint, onDatabase } from "../support/fingerprint";
import { seedFullLedger } from "../support/full-ledger";
import { onServer } from "../support/postgres-server";

describe("refuses, and changes nothing", () => {
  let file: string;
  let target: string;
  let before: Record<string, string>;

  beforeAll(async () => {
    await seedFullLedger();
    file = newFile();
    await backup(file, true);
    target = await emptyDatabase();
    await restore(file, target);
    before = await fingerprint(target);
  });

  async function expectRefusal(path: string, message: RegExp | string, replace = true) {
    await expect(restore(path, target, replace)).rejects.toThrow(message);
    expect(await fingerprint(target)).toEqual(before);
  }

  async function changed(edit: (lines: string[]) => string[]): Promise<string> {
    const path = newFile();
    const lines = gunzipSync(await readFile(file))
      .toString("utf8")
      .split("\n");
    await writeFile(path, gzipSync(edit(lines).join("\n")));
    return path;
  }

  test("a database that is not empty", () =>
    expectRefusal(file, "The database isn't empty", false));

  test("a database that is in use", async () => {
    await onDatabase(`${target}?application_name=psql`, () =>
      expectRefusal(file, /The database is in use by psql at [\w.:]+ \(1 connection\)\./),
    );
  });

  test("a database of another program", async () => {
    const foreign = await emptyDatabase();
    await onDatabase(foreign, (client) => client.query("CREATE TABLE theirs AS SELECT 1 AS a"));
    await expect(restore(file, foreign, true)).rejects.toThrow("contains other tables");
    expect(Object.keys(await fingerprint(foreign))).toEqual(["theirs"]);
  });

  test("a backup of a newer version", async () => {
    const newer = await changed(([head = "", ...rest]) => {
      const header = JSON.parse(head);
      header.migrations.push({ name: "29990101000000_future", checksum: "" });
      return [JSON.stringify(header), ...rest];
    });
    await expectRefusal(newer, /newer version \(it has 29990101000000_future\)/);
    const later = await changed(([head = "", ...rest]) => [
      JSON.stringify({ ...JSON.parse(head), version: 2 }),
      ...rest,
    ]);
    await expectRefusal(later, "written by a newer version");
  });

  test("a backup of a preview", async () => {
    const old = await changed(([head = "", ...rest]) => {
      const migrations = [{ name: "20261121060932_init", checksum: "" }];
      return [JSON.stringify({ ...JSON.parse(head), migrations }), ...rest];
    });
    await expectRefusal(old, "This backup is from a preview");
  });

  test("a file that is truncated, changed, or not a backup", async () => {
    for (const portable of await formats()) {
      const whole = newFile();
      await backup(whole, portable);
      const bytes = await readFile(whole);
      for (const missing of [300, 5_000]) {
        const cut = newFile();
        await writeFile(cut, bytes.subarray(0, bytes.length - missing));
        await expectRefusal(cut, "Nothing was changed");
      }
    }
    await expectRefusal(await changed((lines) => lines.slice(0, -2)), "This backup is damaged");
    for (const start of ['["', '{"table"']) {
      const short = await changed((lines) => {
        const missing = lines.findIndex((line) => line.startsWith(start));
        return lines.filter((_, index) => index !== missing);
      });
      await expectRefusal(short, "This backup is damaged");
    }
    const bad = await changed((lines) => lines.map((line) => line.replace(/^\["\d+/, '["x')));
    await expectRefusal(bad, "This backup is damaged");
    const text = newFile();
    await writeFile(text, "hello, this is not a backup");
    await expectRefusal(text, "isn't a Deposit Matcher backup");
    await expectRefusal(join(backupFolder(), "nowhere"), "it doesn't exist");
  });

  test("to overwrite a file, or to read a database as a user without access to all of it", async () => {
    await expect(backup(file, true)).rejects.toThrow("already exists");
    const role = `bound_${randomBytes(4).toString("hex")}`;
    await onServer(inject("serverUrl"), `CREATE ROLE ${role} LOGIN PASSWORD 'x'`);
    const address = new URL(target);
    Object.assign(address, { username: role, password: "x" });
    const path = newFile();
    await expect(backup(path, true, address.href)).rejects.toThrow("subject to row-level security");
    await expect(stat(path)).rejects.toThrow();
    await onServer(inject("serverUrl"), `DROP ROLE ${role}`);
  });
});
