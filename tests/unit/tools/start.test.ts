import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { version } from "@/package.json";
import { startEmbeddedPostgres } from "@/tools/postgres/embedded-postgres";
import { makeDataFolder } from "@/tools/process/data-folder";
import { keepShort } from "@/tools/process/short-log";
import { about } from "@/tools/product/serve";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "start-"));
});
afterAll(() => rm(folder, { recursive: true }));

it("says where jobs run and mails go, unless that is as expected", () => {
  expect(
    about({ WORKER: "inline", SMTP_URL: "smtp://mail", DATA_DIR: "/data", BUILD_COMMIT: "" }),
  ).toEqual([`Version ${version}`]);
  const BUILD_COMMIT = "abcdef0123456789";
  expect(about({ WORKER: "off", SMTP_URL: undefined, DATA_DIR: "/data", BUILD_COMMIT })).toEqual([
    `Version ${version} (abcdef012345)`,
    "Jobs don't run in this process: start npm run worker, or set WORKER=inline.",
    "Mails aren't sent but kept in /data/mail, because SMTP_URL isn't set.",
  ]);
});

it("says why DATA_DIR can't be used", async () => {
  const file = join(folder, "file");
  await writeFile(file, "");
  for (const each of [file, join(file, "below")]) {
    await expect(makeDataFolder(each)).rejects.toThrow(
      `DATA_DIR is ${each}, which is a file or lies in one. Set it to a folder.`,
    );
  }
  await makeDataFolder(join(folder, "new", "one"));
});

it("doesn't touch a database of another major version of PostgreSQL", async () => {
  const cluster = join(folder, "postgres", "cluster");
  await mkdir(cluster, { recursive: true });
  await writeFile(join(cluster, "PG_VERSION"), "17\n");
  const log = () => expect.unreachable();
  await expect(startEmbeddedPostgres({ dataDir: folder, log })).rejects.toThrow(
    /^The database in .*postgres was made by PostgreSQL 17, and this version of Deposit Matcher comes with \d+\. Write a backup/,
  );
  expect(await readdir(cluster)).toEqual(["PG_VERSION"]);
});

it("keeps what a log said before, and its size within bounds", async () => {
  const log = join(folder, "log");
  await keepShort(log, 10);
  await writeFile(log, "why it crashed");
  await keepShort(log, 20);
  expect(await readFile(log, "utf8")).toBe("why it crashed");
  await keepShort(log, 10);
  expect([await readFile(log, "utf8"), await readFile(`${log}.1`, "utf8")]).toEqual([
    "",
    "why it crashed",
  ]);
});
