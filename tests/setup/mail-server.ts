import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { expect, vi } from "vitest";

interface Received {
  to: string[];
  /** Over TLS. */
  secure: boolean;
  /** The message as it came over the wire. */
  raw: string;
}

export interface MailServer {
  /** For SMTP_URL. */
  url: string;
  received: Received[];
  /** Answers the next recipients with these SMTP codes (451: not now; 550: never). */
  refuse(...codes: number[]): void;
  /** The messages for an address, once there are `count`. */
  waitFor(address: string, count?: number): Promise<Received[]>;
  close(): Promise<void>;
}

/**
 * A real SMTP server on a free port, which keeps what it takes. With `secure` it speaks TLS from the
 * first byte, with a certificate that nobody has signed.
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
  // Clients that hang up are the tests' doing, and the server's everyday life.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `${secure ? "smtps" : "smtp"}://127.0.0.1:${port}`,
    received,
    refuse: (...codes) => void refusals.push(...codes),
    async waitFor(address, count = 1) {
      const theirs = () => received.filter(({ to }) => to.includes(address));
      await vi.waitFor(() => expect(theirs().length).toBeGreaterThanOrEqual(count), {
        timeout: 20_000,
        interval: 50,
      });
      return theirs();
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** The six digits of a reset mail. */
export function codeIn(raw: string): string {
  const code = /^(\d{6})\r$/m.exec(raw)?.[1];
  if (code === undefined) throw new Error(`There is no code in:\n${raw}`);
  return code;
}
