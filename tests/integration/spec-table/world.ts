import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Emulators } from "@/emulators/start";
import { getEnv } from "@/server/platform/env";
import { type Answer, ok } from "../../support/client";
import { eventually } from "../../support/eventually";

interface DepositRow {
  id: number;
  total_amt: string;
  lines: { amount: string }[];
}

interface PaymentRow {
  Id: string;
  TotalAmt: string;
}

/** One company on its way through the table, and its answers so far. */
export class World {
  readonly username = `spec-${randomBytes(6).toString("hex")}`;
  readonly email = `${this.username}@example.com`;
  readonly password = "a correct horse";
  /** Bodies by their row's path. */
  readonly answers: Record<string, Answer["body"]> = {};
  readonly #cookies = new Map<string, string>();

  constructor(readonly emulators: Emulators) {}

  get token(): string | undefined {
    return (this.answers["/user/login/api/"] ?? this.answers["/user/create/api/"])?.token;
  }

  /** The cookies that a browser would send. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  keep(path: string, { body, headers }: Answer): void {
    this.answers[path] = body;
    for (const line of headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
  }

  /** The n-th seeded deposit: each has one charge and one payment that fits it. */
  deposit(index: number): DepositRow {
    return this.answers["/qb/deposit-status/"].deposits[index];
  }

  paymentOf(deposit: DepositRow): PaymentRow {
    const gross = deposit.lines.find(({ amount }) => !amount.startsWith("-"))?.amount;
    const payments: PaymentRow[] = this.answers["qb/get-payment/"].transactions;
    const found = payments.find(({ TotalAmt }) => TotalAmt === gross);
    if (!found) throw new Error(`no payment of ${gross}`);
    return found;
  }

  consentToQuickbooks(): Promise<Record<string, string>> {
    return consent(this.answers["/qb/connect/"].authorization_url);
  }

  /** The start of Stripe Connect is our own endpoint. */
  async consentToStripe(): Promise<Record<string, string>> {
    const { authorization_url } = await ok("GET", "/stripe/connect/", this.token);
    const { code, state } = await consent(authorization_url);
    return { code: code ?? "", state: state ?? "" };
  }

  /** The code from the only mail that a worker has delivered, without an SMTP server. */
  mailedCode(): Promise<string> {
    const folder = join(getEnv().DATA_DIR, "mail");
    return eventually(async () => {
      for (const file of await readdir(folder)) {
        const code = /^\d{6}\r?$/m.exec(await readFile(join(folder, file), "utf8"))?.[0];
        if (code) return code.trim();
      }
      throw new Error("no code was mailed");
    });
  }
}

/** Presses Connect on a provider's page, and returns the callback's parameters. */
async function consent(address: string): Promise<Record<string, string>> {
  const page = new URL(address);
  const answer = await fetch(page, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ ...Object.fromEntries(page.searchParams), decision: "connect" }),
  });
  return Object.fromEntries(new URL(answer.headers.get("location") ?? "").searchParams);
}
