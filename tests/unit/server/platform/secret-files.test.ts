import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { variableNames } from "@/server/platform/env";
import { readSecretFiles, SECRETS } from "@/server/platform/secret-files";

const folder = mkdtempSync(join(tmpdir(), "secret-files-"));
const written = (name: string, text: string) => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

it("reads a secret from its file, without the newline that editors add", () => {
  const env = readSecretFiles({
    APP_SECRET_FILE: written("secret", "of 32 characters, at least \n"),
    SMTP_URL: "smtp://mail",
  });
  expect(env).toEqual({
    APP_SECRET: "of 32 characters, at least ",
    APP_SECRET_FILE: "",
    SMTP_URL: "smtp://mail",
  });
  expect(readSecretFiles(env)).toBe(env);
});

it("says in one sentence what is wrong with a file", () => {
  const file = written("twice", "x");
  expect(() => readSecretFiles({ SMTP_URL: "smtp://mail", SMTP_URL_FILE: file })).toThrow(
    "Set SMTP_URL or SMTP_URL_FILE, not both.",
  );
  expect(() => readSecretFiles({ APP_SECRET_FILE: `${file}.gone` })).toThrow(
    `APP_SECRET_FILE: ${file}.gone can't be read (ENOENT).`,
  );
  const empty = written("empty", "\n");
  expect(() => readSecretFiles({ APP_SECRET_FILE: empty })).toThrow(
    `APP_SECRET_FILE: ${empty} is empty.`,
  );
});

/** Named like a secret, but an address. */
const PUBLIC = ["QUICKBOOKS_TOKEN_URL", "XERO_TOKEN_URL"];

it("does so for every setting that is secret", () => {
  const secret = /SECRET|TOKEN|KEY|PASSWORD|VERIFIER|DATABASE_URL|SMTP_URL|HEADERS/;
  const wanted = variableNames.filter((name) => secret.test(name) && !PUBLIC.includes(name));
  expect([...SECRETS].sort()).toEqual(wanted.sort());
});
