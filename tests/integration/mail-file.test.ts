import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDb } from "@/server/platform/db";
import { stopQueue } from "@/server/platform/queue/queue";
import { signUp } from "../support/company";
import { eventually } from "../support/eventually";
import { codeIn } from "../support/mail-server";
import { browser } from "../support/reset";

let worker: ChildProcess;
/** The worker's output, as its operator sees it. */
let printed = "";

beforeAll(() => {
  worker = spawn(process.execPath, ["--import", "tsx", "server/worker/main.ts"], {
    env: { ...process.env, SMTP_URL: "", LOG_LEVEL: "info" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  worker.stdout?.on("data", (chunk: Buffer) => {
    printed += chunk.toString("utf8");
  });
});
afterAll(async () => {
  worker.kill("SIGTERM");
  await once(worker, "exit");
  await stopQueue(1_000);
  await closeDb();
});

test("without SMTP_URL a mail becomes a file that only the operator can read, and its code is not printed", async () => {
  const { username } = await signUp();
  const email = `${username}@example.com`;
  const person = browser();
  await person.send(email);

  const folder = join(process.env.DATA_DIR ?? "", "mail");
  const file = await eventually(async () => {
    const [name = ""] = await readdir(folder);
    expect(name).toMatch(/^[0-9a-f-]{36}\.eml$/);
    return join(folder, name);
  });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);

  const raw = await readFile(file, "utf8");
  expect(raw).toContain(`To: ${email}`);
  expect(raw).toMatch(/^From: Deposit Matcher <no-reply@localhost>\r$/m);
  const code = codeIn(raw);
  await eventually(() => expect(printed).toContain(file));
  expect(printed).toContain(email);
  expect(printed).not.toMatch(new RegExp(`\\b${code}\\b`));
  expect((await person.verify(email, code)).status).toBe(200);
});
