import { randomBytes } from "node:crypto";
import { sendTestMail } from "@/server/mail/test-mail";
import { dataDir } from "../product/settings";

const USAGE = "Usage: npm run test-mail -- you@example.com";

/** `npm run test-mail -- you@example.com`: sends one mail through SMTP_URL now, and says what failed. */
export async function main([to, ...rest]: string[]): Promise<number> {
  if (to === undefined || to.startsWith("-") || rest.length > 0) throw new Error(USAGE);
  // No mail needs them, and only `npm start` makes those of the embedded database.
  process.env.DATABASE_URL ||= "postgres://not-used-for-mail";
  process.env.APP_SECRET ||= randomBytes(33).toString("base64");
  process.env.DATA_DIR = dataDir();
  console.log(await sendTestMail(to));
  return 0;
}
