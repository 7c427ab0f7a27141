import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { expect } from "vitest";
import { eventually } from "./eventually";

interface Received {
  to: string[];
  /** Over TLS. */
  secure: boolean;
  /** The message as received. */
  raw: string;
}

export interface MailServer {
  /** Value for SMTP_URL. */
  url: string;
  received: Received[];
  /** Answers the next recipients with these SMTP codes (451: temporary; 550: permanent). */
  refuse(...codes: number[]): void;
  /** The messages for an address, once `count` have arrived. */
  waitFor(address: string, count?: number): Promise<Received[]>;
  close(): Promise<void>;
}

/**
 * A real SMTP server on a free port, which stores what it receives. With `secure` it uses TLS from the first
 * byte, with a self-signed certificate.
 */
export async function startMailServer({ secure = false } = {}): Promise<MailServer> {
  const received: Received[] = [];
  const refusals: number[] = [];
  const server = new SMTPServer({
    secure,
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onRcptTo(_address, _session, done) {
      const responseCode = refusals.shift();
      if (responseCode === undefined) return done();
      done(Object.assign(new Error("refused by the test"), { responseCode }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, secure: session.secure, raw: Buffer.concat(chunks).toString("utf8") });
        done();
      });
    },
  });
  // Tests make clients disconnect, which is not an error of the server.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `${secure ? "smtps" : "smtp"}://127.0.0.1:${port}`,
    received,
    refuse: (...codes) => void refusals.push(...codes),
    async waitFor(address, count = 1) {
      const theirs = () => received.filter(({ to }) => to.includes(address));
      await eventually(() => expect(theirs().length).toBeGreaterThanOrEqual(count));
      return theirs();
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** The text of a received mail, without its transfer encoding. */
export function decoded(raw: string): string {
  return raw
    .replace(/=\r?\n/g, "")
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) =>
      Buffer.from(bytes.replaceAll("=", ""), "hex").toString("utf8"),
    );
}

/** The six-digit code of a reset mail. */
export function codeIn(raw: string): string {
  const code = /^(\d{6})\r$/m.exec(raw)?.[1];
  if (code === undefined) throw new Error(`There is no code in:\n${raw}`);
  return code;
}

/** The secret of the link in a mail that confirms an address. */
export function linkIn(raw: string): string {
  // Soft line breaks of quoted-printable.
  const link = /\/confirm-email\/([\w-]{43})/.exec(raw.replaceAll("=\r\n", ""))?.[1];
  if (link === undefined) throw new Error(`There is no link in:\n${raw}`);
  return link;
}

/** The secret of the link in a mail that invites to a company. */
export function invitationIn(raw: string): string {
  const text = raw.replaceAll("=\r\n", "").replaceAll("=23", "#");
  const link = /\/invitation#([\w-]{43})/.exec(text)?.[1];
  if (link === undefined) throw new Error(`There is no link in:\n${raw}`);
  return link;
}
