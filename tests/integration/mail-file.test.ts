import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDb } from "@/server/platform/db";
import { stopQueue } from "@/server/platform/queue/queue";
import { signUp } from "../support/company";
import { eventually } from "../support/eventually";
import { codeIn } from "../support/mail-server";
import { browser } from "../support/reset";
import { WorkerProcess } from "../support/worker-process";

let worker: WorkerProcess;

beforeAll(() => {
  worker = new WorkerProcess({ SMTP_URL: "", LOG_LEVEL: "info" });
});
afterAll(async () => {
  await worker.stop();
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
  await eventually(() => expect(worker.printed).toContain(file));
  expect(worker.printed).toContain(email);
  expect(worker.printed).not.toMatch(new RegExp(`\\b${code}\\b`));
  expect((await person.verify(email, code)).status).toBe(200);
});
