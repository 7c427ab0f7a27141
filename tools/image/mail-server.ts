import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { writeFileAtomically } from "../process/atomic-file";
import type { Scope } from "../process/supervise";

/**
 * A mail server on this machine for a product whose own files can't be reached: it keeps each mail as
 * `folder/mail/*.eml`, where a product without a mail server keeps them.
 * @returns the value for SMTP_URL
 */
export async function startMailServer(scope: Scope, folder: string): Promise<string> {
  const mails = join(folder, "mail");
  await mkdir(mails, { recursive: true });
  const server = new SMTPServer({
    authOptional: true,
    // Its certificate would be a self-signed one, which the product rightly refuses.
    disabledCommands: ["STARTTLS", "AUTH"],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const file = join(mails, `${randomUUID()}.eml`);
        writeFileAtomically(file, Buffer.concat(chunks).toString("utf8")).then(() => done(), done);
      });
    },
  });
  // A client that hangs up is no failure of the server.
  server.on("error", () => undefined);
  await scope.acquire(
    () =>
      new Promise<void>((resolve, reject) => {
        server.server.once("error", reject);
        server.listen(0, "127.0.0.1", resolve);
      }),
    () => new Promise((resolve) => server.close(() => resolve())),
  );
  return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}
