import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createAccount, credentials, login } from "@/lib/contracts/accounts";
import { writeFileAtomically } from "../atomic-file";
import { type Call, openApi } from "./api";

export interface DemoAccount {
  username: string;
  password: string;
}

/** Signs in to the sample account, which is made on the first start with a password of its own. */
export async function signIn(
  baseUrl: string,
  folder: string,
): Promise<{ account: DemoAccount; call: Call }> {
  const account = await readAccount(join(folder, "demo-account.json"));
  const callAsVisitor = openApi(baseUrl);
  const { token } = await callAsVisitor(login, { body: account }).catch(() =>
    callAsVisitor(createAccount, {
      body: { ...account, email: "demo@example.com", password_confirm: account.password },
    }),
  );
  return { account, call: openApi(baseUrl, token) };
}

/** Kept before the account is made: one whose password nobody knows would be in the way for good. */
async function readAccount(file: string): Promise<DemoAccount> {
  if (existsSync(file)) return credentials.parse(JSON.parse(await readFile(file, "utf8")));
  const account = { username: "demo", password: randomBytes(12).toString("base64url") };
  await writeFileAtomically(file, JSON.stringify(account));
  return account;
}
