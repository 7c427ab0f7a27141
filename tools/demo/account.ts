import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createAccount, credentials, login } from "@/lib/contracts/accounts";
import { writeFileAtomically } from "../process/atomic-file";
import { type Call, openApi } from "./api";
import { confirmAddress } from "./confirm-address";

export interface DemoAccount {
  username: string;
  password: string;
}

/** Signs in to the sample account. The first start creates it with a generated password and confirms its address. */
export async function signIn(
  baseUrl: string,
  folder: string,
): Promise<{ account: DemoAccount; call: Call }> {
  const account = await readAccount(join(folder, "demo-account.json"));
  const callAsVisitor = openApi(baseUrl);
  const known = await callAsVisitor(login, { body: account }).catch(() => null);
  if (known) return { account, call: openApi(baseUrl, known.token) };
  const { token } = await callAsVisitor(createAccount, {
    body: { ...account, email: "demo@example.com", password_confirm: account.password },
  });
  const call = openApi(baseUrl, token);
  await confirmAddress(call, folder);
  return { account, call };
}

/** Stored before the account is created: an account with a lost password would block the demo. */
async function readAccount(file: string): Promise<DemoAccount> {
  if (existsSync(file)) return credentials.parse(JSON.parse(await readFile(file, "utf8")));
  const account = { username: "demo", password: randomBytes(12).toString("base64url") };
  await writeFileAtomically(file, JSON.stringify(account));
  return account;
}
