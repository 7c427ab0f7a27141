import { randomBytes } from "node:crypto";
import { runChild } from "../process/child";
import { supervise } from "../process/supervise";
import { dataDir } from "../product/settings";

const USAGE = "Usage: npm run test-mail -- you@example.com";

/** `npm run test-mail -- you@example.com`: sends one mail through SMTP_URL now, and says what failed. */
export function main([to, ...rest]: string[]): Promise<number> {
  if (to === undefined || to.startsWith("-") || rest.length > 0) throw new Error(USAGE);
  const { DATABASE_URL, APP_SECRET } = process.env;
  const env = {
    ...process.env,
    DATA_DIR: dataDir(),
    // No mail needs them, and only `npm start` makes those of the embedded database.
    DATABASE_URL: DATABASE_URL?.trim() || "postgres://not-used-for-mail",
    APP_SECRET: APP_SECRET?.trim() || randomBytes(33).toString("base64"),
  };
  return supervise((scope) => {
    const command = ["--import", "tsx", "server/worker/test-mail/main.ts", to];
    return runChild(scope, process.execPath, command, { env, onLine: console.log });
  });
}
