import { db } from "@/server/platform/db";
import { log, redactText } from "@/server/platform/logger";

const LONGEST_REASON = 300;
const ADDRESS = /[^\s<>"']+@[^\s<>"']+/g;

interface MailOutcome {
  outcome: "sent" | "failed";
  at: Date;
  reason: string | null;
}

/** Notes that a mail was sent, or why it wasn't. Never throws: the mail is out by then. */
export async function noteMailOutcome(error?: unknown): Promise<void> {
  const outcome = error === undefined ? "sent" : "failed";
  const reason = error === undefined ? null : reasonOf(error);
  await db("jobs").$executeRaw`
      INSERT INTO mail_outcomes (outcome, reason) VALUES (${outcome}, ${reason})
      ON CONFLICT (outcome) DO UPDATE SET at = now(), reason = excluded.reason`.catch(
    (failure: unknown) => log().warn({ error: failure }, "the mail's outcome was not noted"),
  );
}

/** When a mail was last sent, and when one last failed. */
export async function lastMails(): Promise<MailOutcome[]> {
  return db("jobs").$queryRaw<MailOutcome[]>`SELECT outcome, at, reason FROM mail_outcomes`;
}

/** What the mail server or the network said, without addresses and secrets. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || String(error) : String(error);
  return redactText(text.replaceAll(ADDRESS, "[address]")).slice(0, LONGEST_REASON);
}
