import { randomBytes } from "node:crypto";
import type { Sandbox } from "@/sandbox/start";
import { mintCompanyId } from "@/server/auth/company-id";
import type { SessionContext } from "@/server/context";
import { AppError } from "@/server/errors";
import { completeQuickbooksConnect } from "@/server/integrations/complete-quickbooks-connect";
import { completeStripeConnect } from "@/server/integrations/complete-stripe-connect";
import { connectAuthorizeNet } from "@/server/integrations/connect-authorizenet";
import { connectStripe } from "@/server/integrations/connect-stripe";
import { listBanks, listExpenses } from "@/server/integrations/ledger-accounts";
import { saveBankChoice, saveCategoryChoice } from "@/server/integrations/save-account-choice";
import { startQuickbooksConnect } from "@/server/integrations/start-quickbooks-connect";
import { startStripeConnect } from "@/server/integrations/start-stripe-connect";
import { ProviderError } from "@/server/providers/errors";
import { everything } from "@/tests/setup/everything";
import type { Processor, Side } from "./books";
import type { Deed } from "./cell-result";

/** More often than any fault happens. */
const PATIENCE = 25;

/** The person at the screen: does what the product says, and notes what could not be helped. */
export class Person {
  readonly deeds = new Set<Deed>();
  readonly #sandbox: Sandbox;

  private constructor(
    readonly ctx: SessionContext,
    sandbox: Sandbox,
  ) {
    this.#sandbox = sandbox;
  }

  /** A new account with a company of its own. */
  static async arrive(sandbox: Sandbox): Promise<Person> {
    const username = `cell-${randomBytes(6).toString("hex")}`;
    const email = `${username}@example.com`;
    const company = await everything().company.create({ data: { name: username } });
    const user = await everything().user.create({
      data: {
        username,
        usernameKey: username,
        email,
        emailKey: email,
        memberships: { create: { companyId: company.id } },
      },
    });
    const ctx: SessionContext = {
      companyId: mintCompanyId(company.id),
      userId: user.id,
      requestId: username,
      sessionId: username,
      ipAddress: "",
      userAgent: "",
    };
    return new Person(ctx, sandbox);
  }

  /**
   * Tries until it works, as long as the product says why it did not. Where it asks to connect again and
   * `settle` is given, that is done, and waited for by `settle`.
   */
  async insist<T>(what: () => Promise<T>, settle?: () => Promise<void>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await what();
      } catch (error) {
        const told = error instanceof AppError || error instanceof ProviderError;
        if (!told || attempt >= PATIENCE) throw error;
        this.deeds.add("asked again");
        if (error instanceof ProviderError && error.failure === "unauthorized") {
          if (settle) await this.reconnect("quickbooks");
          await settle?.();
        }
      }
    }
  }

  async connect(side: Side | "quickbooks"): Promise<void> {
    const { credentials } = this.#sandbox;
    if (side === "quickbooks") return this.#connectQuickBooks();
    if (side === "stripe by Connect") return this.#connectStripeByRedirect();
    if (side === "stripe") {
      const secret_key = credentials.stripeSecretKey;
      await this.insist(() => connectStripe(this.ctx, { secret_key }));
      return;
    }
    await this.insist(() =>
      connectAuthorizeNet(this.ctx, {
        login_id: credentials.authorizenetLoginId,
        transcation_key: credentials.authorizenetTransactionKey,
      }),
    );
  }

  #connectQuickBooks(): Promise<void> {
    return this.insist(async () => {
      const { authorization_url } = await startQuickbooksConnect(this.ctx);
      const back = await consent(authorization_url);
      await completeQuickbooksConnect(this.ctx, {
        code: back.get("code") ?? "",
        state: back.get("state") ?? "",
        realmId: back.get("realmId") ?? "",
      });
    });
  }

  #connectStripeByRedirect(): Promise<void> {
    return this.insist(async () => {
      const { authorization_url } = await startStripeConnect(this.ctx);
      const back = await consent(authorization_url);
      const [code, state] = [back.get("code") ?? "", back.get("state") ?? ""];
      await completeStripeConnect(this.ctx, { code, state });
    });
  }

  async reconnect(provider: Side | "quickbooks"): Promise<void> {
    this.deeds.add("reconnected");
    await this.connect(provider);
  }

  /** Bank account and expense category, from the lists that the dialogs show. */
  async choose(sources: readonly Processor[]): Promise<void> {
    const connected = <T>(what: () => Promise<T>) => this.insist(what, async () => undefined);
    const { banks } = await connected(() => listBanks(this.ctx));
    const bank_id = lowest(banks);
    await connected(() => saveBankChoice(this.ctx, { bank_id }));
    const { expenses } = await connected(() => listExpenses(this.ctx));
    const category = { Id: lowest(expenses) };
    for (const source of sources) {
      await connected(() => saveCategoryChoice(this.ctx, source, { category }));
    }
  }
}

/** As a browser would: our redirect, the Connect button, the callback's parameters. A code works once. */
async function consent(authorizationUrl: string): Promise<URLSearchParams> {
  const answer = await fetch(authorizationUrl, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      ...Object.fromEntries(new URL(authorizationUrl).searchParams),
      decision: "connect",
    }),
  });
  return new URL(answer.headers.get("location") ?? "").searchParams;
}

/** The same account in whatever order the list comes. */
function lowest(accounts: readonly { Id: string }[]): string {
  return String(Math.min(...accounts.map(({ Id }) => Number(Id))));
}
