import { ok } from "../../support/client";
import type { MailServer } from "../../support/mail-server";
import { audited } from "./audited";

/** Everything that can become of a question to a client. */
export async function askClients(
  token: string,
  deposit_id: number,
  mails: MailServer,
): Promise<void> {
  const { deposit } = await ok("GET", `/qb/deposit/?deposit_id=${deposit_id}`, token);
  const ask = async (email: string): Promise<{ question_id: number; link: string }> => {
    const { question_id } = await audited(
      "deposit.client_asked",
      ["POST", "/questions/ask/"],
      token,
      { deposit_id, line_id: deposit.lines[0].id, email, question: "Who paid this?" },
    );
    const [mail] = await mails.waitFor(email);
    const text = mail?.raw.replaceAll("=\r\n", "") ?? "";
    return { question_id, link: /\/question#([\w-]{43})/.exec(text)?.[1] ?? "" };
  };
  const { question_id } = await ask("withdrawn@example.com");
  const revoke = "/questions/revoke/";
  await audited("deposit.question_revoked", ["POST", revoke], token, { question_id });
  const answered = await ask("answers@example.com");
  await audited("deposit.question_answered", ["POST", "/questions/answer/"], undefined, {
    token: answered.link,
    answer: "Olivia Eastwick",
  });
  const declined = await ask("declines@example.com");
  await audited("deposit.questions_declined", ["POST", "/questions/decline/"], undefined, {
    token: declined.link,
  });
}
