import { randomBytes } from "node:crypto";
import type { Emulators } from "@/emulators/start";
import {
  LEDGER,
  type LedgerProvider,
  type RedirectProvider,
  type SourceId,
} from "@/lib/providers/list";
import { newSessionToken } from "@/server/accounts/sessions";
import { saveBank, saveBankSetting } from "@/server/connections/bank-accounts";
import { completeConnect, connectByKey, startConnect } from "@/server/connections/connect";
import { listBanks, listExpenses } from "@/server/connections/ledger-accounts";
import { saveCategory } from "@/server/connections/line-settings";
import { loadPaymentAccounts } from "@/server/connections/load-payment-accounts";
import { mintCompanyId } from "@/server/platform/company-id";
import type { CompanyContext, SessionContext } from "@/server/platform/context";
import { AppError, UnusableInputError, UpstreamError } from "@/server/platform/errors";
import { ProviderError } from "@/server/providers/errors";
import { savePaymentAccount } from "@/server/sync/save-payment-account";
import { adminDb } from "@/tests/support/admin-db";
import { control } from "@/tests/support/emulators";
import { type Plan, planDeposit } from "@/tests/support/planned";
import { CLEARING, type Completing, type Incomplete, type Side } from "./books";
import type { UserAction } from "./faults";

type Connection = Exclude<Side, Incomplete | "books in Xero"> | LedgerProvider["id"];

/** More attempts than any fault has repetitions. */
const PATIENCE = 25;

const DAY_MS = 86_400_000;

/** The user: follows the product's messages, and notes what needed help. */
export class Person {
  readonly actions = new Set<UserAction>();
  readonly #emulators: Emulators;
  #payPalSecret: string | undefined;

  private constructor(
    readonly ctx: SessionContext,
    emulators: Emulators,
    readonly ledger: LedgerProvider["id"],
  ) {
    this.#emulators = emulators;
  }

  /** A new account with its own company. */
  static async arrive(
    emulators: Emulators,
    ledger: LedgerProvider["id"] = LEDGER,
  ): Promise<Person> {
    const username = `cell-${randomBytes(6).toString("hex")}`;
    const email = `${username}@example.com`;
    const company = await adminDb().company.create({
      data: { name: username, settings: { create: { autoPost: true } } },
    });
    const user = await adminDb().user.create({
      data: {
        username,
        usernameKey: username,
        email,
        emailKey: email,
        emailVerifiedAt: new Date(),
        memberships: { create: { companyId: company.id } },
      },
    });
    const owner = { companyId: company.id, userId: user.id };
    const { tokenHash } = newSessionToken();
    const session = await adminDb().session.create({
      data: { ...owner, tokenHash, expiresAt: new Date(Date.now() + DAY_MS) },
    });
    const ctx: SessionContext = {
      companyId: mintCompanyId(company.id),
      userId: user.id,
      requestId: username,
      sessionId: session.id,
      role: "owner",
      ipAddress: "",
      userAgent: "",
    };
    return new Person(ctx, emulators, ledger);
  }

  /**
   * Retries while the product gives a reason for the failure. When it asks to reconnect and
   * `settle` is given, reconnects and waits for `settle`.
   */
  async insist<T>(what: () => Promise<T>, settle?: () => Promise<void>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await what();
      } catch (error) {
        const isReported = error instanceof AppError || error instanceof ProviderError;
        if (!isReported || attempt >= PATIENCE) throw error;
        this.actions.add("repeated the action");
        const failed = error instanceof UpstreamError ? error.cause : error;
        if (failed instanceof ProviderError && failed.failure === "unauthorized") {
          if (settle) await this.reconnect(this.ledger);
          await settle?.();
        }
      }
    }
  }

  async connect(side: Connection): Promise<void> {
    const { credentials } = this.#emulators;
    const connect: Record<Connection, () => Promise<unknown>> = {
      quickbooks: () => this.#connectByRedirect("quickbooks"),
      xero: () => this.#connectByRedirect("xero"),
      "stripe by Connect": () => this.#connectByRedirect("stripe"),
      stripe: () => connectByKey(this.ctx, "stripe", { secret_key: credentials.stripeSecretKey }),
      authorizenet: () =>
        connectByKey(this.ctx, "authorizenet", {
          login_id: credentials.authorizenetLoginId,
          transcation_key: credentials.authorizenetTransactionKey,
        }),
      paypal: () => this.#connectPayPal(),
    };
    await this.insist(connect[side]);
  }

  /** With a new secret, made at PayPal, where this one was refused. */
  async #connectPayPal(): Promise<void> {
    const { paypalClientId: client_id, paypalClientSecret } = this.#emulators.credentials;
    this.#payPalSecret ??= paypalClientSecret;
    try {
      await connectByKey(this.ctx, "paypal", { client_id, client_secret: this.#payPalSecret });
    } catch (error) {
      if (error instanceof UnusableInputError) {
        this.#payPalSecret = randomBytes(20).toString("hex");
        await control(this.#emulators, "/paypal/account", { clientSecret: this.#payPalSecret });
      }
      throw error;
    }
  }

  async #connectByRedirect(provider: RedirectProvider["id"]): Promise<void> {
    const { authorization_url } = await startConnect(this.ctx, provider);
    const back = await consent(authorization_url);
    const [code, state] = [back.get("code") ?? "", back.get("state") ?? ""];
    const realmId = back.get("realmId") ?? undefined;
    await completeConnect(this.ctx, provider, { code, state, realmId });
  }

  async reconnect(connection: Connection): Promise<void> {
    this.actions.add("reconnected");
    await this.connect(connection);
  }

  /** Bank account and expense category, from the lists in the dialogs. */
  async choose(sources: readonly SourceId[]): Promise<void> {
    const connected = <T>(what: () => Promise<T>) => this.insist(what, async () => undefined);
    const { banks } = await connected(() => listBanks(this.ctx, {}));
    const bank_id = chosen(banks, "Business Account");
    await connected(() => saveBank(this.ctx, this.ledger, { bank_id }));
    if (this.ledger === "xero") await this.#choosePaymentAccount();
    if (sources.includes("stripe")) {
      const euros = { integration_type: "stripe", currency: "EUR", account_id: bank_id } as const;
      await connected(() => saveBankSetting(this.ctx, euros));
    }
    const { expenses } = await connected(() => listExpenses(this.ctx, {}));
    const category = { Id: chosen(expenses, "Merchant Fees") };
    for (const source of sources) {
      await connected(() => saveCategory(this.ctx, source, { category }));
    }
  }

  async #choosePaymentAccount(): Promise<void> {
    const { accounts } = await this.insist(() => loadPaymentAccounts(this.ctx));
    const account = accounts.find(({ Name }) => Name === CLEARING);
    const choice = { account_id: account?.Id ?? "", from: "2020-01-01" };
    await this.insist(
      () => savePaymentAccount(this.ctx, choice),
      async () => undefined,
    );
  }
}

/** As a browser does: our redirect, the Connect button, the callback's parameters. A code works once. */
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

/** The same account regardless of the list's order: by its name in Xero, where ids are made up, else the lowest. */
function chosen(accounts: readonly { Id: string; Name: string }[], name: string): string {
  const named = accounts.find(({ Name }) => Name === name);
  return named?.Id ?? String(Math.min(...accounts.map(({ Id }) => Number(Id))));
}

/** Payments are created in the order of their plans: so every deposit's calls come in this order. */
const IN_ORDER: Plan["kind"][] = ["RefundReceipt", "SalesReceipt", "Payment"];

/** The user's choice for every line of the pending deposits: an invoice where there is one, a receipt otherwise. */
export async function planMissing(
  ctx: CompanyContext,
  { invoices, itemId }: Completing,
): Promise<void> {
  const pending = await adminDb().deposit.findMany({
    where: { companyId: ctx.companyId, status: { in: ["pending", "suggested"] } },
    include: { lines: true },
    orderBy: { amount: "asc" },
  });
  for (const { id, lines } of pending) {
    const plans = lines.flatMap(({ id: lineId, kind, customerName, gross }): Plan[] => {
      if (kind === "refund") return [{ lineId, kind: "RefundReceipt", itemId }];
      if (kind !== "charge") return [];
      const invoice = invoices.get(customerName);
      if (!invoice) return [{ lineId, kind: "SalesReceipt", itemId }];
      const { invoiceId, number, customerId } = invoice;
      const paid = [{ invoiceId, number, amount: Number(gross) }];
      return [{ lineId, kind: "Payment", customerId, invoices: paid }];
    });
    const place = ({ kind }: Plan) => IN_ORDER.indexOf(kind);
    await planDeposit(
      id,
      plans.toSorted((left, right) => place(left) - place(right)),
      "queued",
    );
  }
}
