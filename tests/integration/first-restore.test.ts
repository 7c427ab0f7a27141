import { readFile } from "node:fs/promises";
import { afterEach, beforeAll, expect, test } from "vitest";
import { type RestoreProgress, restoreProgress } from "@/lib/contracts/first-restore";
import { encrypt, rootKey } from "@/server/platform/crypto/cipher";
import { restoreAsked } from "@/tools/backup/restore-asked";
import { restoreBackup } from "@/tools/backup/restore-backup";
import { freePort } from "@/tools/process/free-port";
import { supervise } from "@/tools/process/supervise";
import { forgetRestore } from "@/tools/product/restore-desk";
import { backup, formats, letGo, newFile, url } from "../support/backups";
import { call, handlerOf, ok } from "../support/client";
import { eventually } from "../support/eventually";
import { onDatabase } from "../support/fingerprint";

const ACCOUNT = { username: "ada", password: "correct horse battery" };
/** APP_SECRET of the installation that was backed up. */
const THEIR_SECRET = "the-other-installation-0123456789-abcdef";

let file = "";
let bytes: Buffer;

const begin = (size = bytes.length, app_secret = "") =>
  call("POST", "/restore", { body: { size, app_secret } });

const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

async function put(token: string, offset: number | string, part: Uint8Array) {
  const handler = await handlerOf("PUT", "/api/restore");
  const answer = await handler(
    new Request("http://localhost:3000/api/restore", {
      method: "PUT",
      headers: { authorization: `Bearer ${token}`, "upload-offset": String(offset) },
      body: Buffer.from(part),
    }),
  );
  return { status: answer.status, body: await answer.json() };
}

async function uploaded(appSecret = ""): Promise<string> {
  const { token } = (await begin(bytes.length, appSecret)).body;
  expect((await put(token, 0, bytes)).body.phase).toBe("waiting");
  return token;
}

const withoutAccounts = () => onDatabase(url(), (client) => client.query("TRUNCATE users CASCADE"));

/** Made by this installation, with an account and a secret sealed under another APP_SECRET; then the account goes. */
beforeAll(async () => {
  await ok("POST", "/user/create/api/", undefined, {
    ...{ ...ACCOUNT, email: "ada@example.com" },
    password_confirm: ACCOUNT.password,
  });
  const sealed = encrypt(rootKey(THEIR_SECRET), Buffer.from("x"), "a secret");
  await onDatabase(url(), (client) =>
    client.query("UPDATE users SET totp_secret = $1", [Buffer.from(sealed)]),
  );
  file = newFile();
  await backup(file, true);
  bytes = await readFile(file);
});

afterEach(forgetRestore);

test("where no command of ours restores, there is no such path", async () => {
  expect((await begin()).status).toBe(404);
  process.env.DEPOSIT_MATCHER_RESTORES = "1";
});

test("once somebody has an account, nothing is taken: neither before the upload nor after it", async () => {
  const refused = await begin();
  expect([refused.status, refused.body.code]).toEqual([409, "already_exists"]);
  await withoutAccounts();
  const { token } = (await begin()).body;
  await ok("POST", "/user/create/api/", undefined, {
    ...{ username: "eve", email: "eve@example.com" },
    ...{ password: ACCOUNT.password, password_confirm: ACCOUNT.password },
  });
  const { status, body } = await put(token, 0, bytes);
  expect([status, body.code]).toEqual([409, "already_exists"]);
  expect((await call("GET", "/restore", as(token))).body.phase).toBe("uploading");
});

test("the account of the last moment is found by the restore's own transaction", async () => {
  await letGo();
  for (const portable of await formats()) {
    const made = newFile();
    await backup(made, portable);
    const restoring = supervise(async (scope) => {
      const urls = { ownerUrl: url(), productUrl: url() };
      const options = {
        file: made,
        replace: false,
        first: true,
        live: false,
        secrets: [],
        log: () => undefined,
      };
      await restoreBackup(scope, { ...urls, ...options });
      return 0;
    });
    await expect(restoring).rejects.toThrow("An account was created here meanwhile");
  }
  const { rows } = await onDatabase(url(), (client) => client.query("SELECT username FROM users"));
  expect(rows).toEqual([{ username: "eve" }]);
  await withoutAccounts();
});

test("parts come in order and may come twice; only their sender may send and see them", async () => {
  const { token } = (await begin()).body;
  const half = Math.floor(bytes.length / 2);
  expect((await put(token, half, bytes.subarray(half))).status).toBe(409);
  expect((await put(token, "-1", bytes)).status).toBe(400);
  for (let time = 0; time < 2; time += 1) {
    const { body } = await put(token, 0, bytes.subarray(0, half));
    expect(body).toMatchObject({ phase: "uploading", received: half, size: bytes.length });
  }
  expect((await put(token, half, bytes)).status).toBe(409);
  for (const wrong of ["", `${token}x`]) {
    expect((await put(wrong, half, bytes.subarray(half))).status).toBe(404);
    expect((await call("GET", "/restore", as(wrong))).status).toBe(404);
  }
  const other = (await begin()).body.token;
  expect((await put(token, half, bytes.subarray(half))).status).toBe(404);
  expect((await put(other, 0, bytes)).body.phase).toBe("waiting");
  const second = await begin();
  expect([second.status, second.body.code]).toEqual([409, "run_in_progress"]);
});

test("a file larger than the disk's room is refused before it is sent", async () => {
  const { status, body } = await begin(2 ** 50);
  expect([status, body.message]).toEqual([422, expect.stringMatching(/disk has room for \d+ MB/)]);
});

/**
 * Restores what was uploaded, as the command does that started the product.
 * @param watch is called with its port meanwhile
 * @returns what the page was told at last.
 */
async function restored(
  token: string,
  watch: (port: number) => Promise<void> = async () => undefined,
): Promise<RestoreProgress> {
  await letGo();
  const port = await freePort();
  const [goesOn] = await Promise.all([restoreAsked(port), watch(port)]);
  expect(goesOn).toBe(true);
  return (await call("GET", "/restore", as(token))).body;
}

/** What stands in for the product tells the uploader how it goes, and others nothing. */
const watching = (token: string) => async (port: number) => {
  const ask = (path: string, given: string) => fetch(`http://127.0.0.1:${port}${path}`, as(given));
  const seen = await eventually(async () =>
    restoreProgress.parse(await (await ask("/api/restore", token)).json()),
  );
  expect(seen.phase).toMatch(/waiting|restoring/);
  const others = ["/api/restore", "/api/health", "/api/health/live"];
  const answers = await Promise.all(others.map((path) => ask(path, "x")));
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 200]);
};

test("the backup replaces what is left without an account; then its account signs in", async () => {
  const token = await uploaded(THEIR_SECRET);
  const sent = await restored(token, watching(token));
  expect(sent).toMatchObject({ phase: "starting", error: "", key: "to_set" });
  expect(sent.counts).toMatch(/^1 company, 1 user,/);
  expect((await call("POST", "/user/login/api/", { body: ACCOUNT })).status).toBe(200);

  await forgetRestore();
  await withoutAccounts();
  expect((await restored(await uploaded())).key).toBe("missing");
});

test("a file that is no backup leaves the installation empty, and says so", async () => {
  await withoutAccounts();
  bytes = Buffer.from("a letter");
  const { error, counts } = await restored(await uploaded());
  expect([error, counts]).toEqual(["This file isn't a Deposit Matcher backup.", ""]);
  expect((await begin()).status).toBe(409);
  await forgetRestore();
  expect((await begin()).status).toBe(200);
});
