import { sendTestMail } from "@/server/mail/send-test-mail";

/** The entry of `npm run test-mail`, and of the same in a container: one mail to the address given, now. */
const [to] = process.argv.slice(2);
try {
  if (to === undefined) throw new Error("Name the address that the mail should go to.");
  console.log(await sendTestMail(to));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
