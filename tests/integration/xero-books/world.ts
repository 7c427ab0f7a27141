import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { type EmulatorOptions, type Emulators, startEmulators } from "@/emulators/start";
import { systemContext } from "@/server/platform/company-id";
import { forgetProviders } from "@/server/providers/registry";
import { clearFaults, control } from "@/tests/support/emulators";
import { FIXED_DAY } from "@/tools/worlds/worlds";
import { adminDb } from "../../support/admin-db";
import { ok } from "../../support/client";
import { connectedCompany } from "../../support/company";
import { type Running, settled, startWorkers } from "../../support/worker";

interface Documents {
  tenant_id: string;
  bank_transactions: {
    id: string;
    type: string;
    total: number;
    account: string;
    status: string;
    reference: string;
  }[];
  bank_transfers: { id: string; from: string; to: string; amount: number; status: string }[];
}

/**
 * The books of a file's tests, which run one after the other: each begins them, and leaves them disconnected.
 * @param options of the emulators
 */
export function inXero(
  options: EmulatorOptions = { seed: 6, today: FIXED_DAY, company: "empty" },
): XeroBooks {
  // Xero's own pace would make it a matter of minutes.
  process.env.CLOCK_RATE = "50";
  const books = new XeroBooks();
  let workers: Running;
  beforeAll(async () => {
    books.emulators = await startEmulators(options);
    Object.assign(process.env, books.emulators.env);
    workers = await startWorkers();
  });
  afterEach(async () => {
    await clearFaults(books.emulators);
    await books.post("/xero/disconnect/");
    // The next books are the same organisation's, be it in another currency, which Xero never changes.
    forgetProviders();
  });
  afterAll(async () => {
    await workers.stop();
    await books.emulators.close();
  });
  return books;
}

/** A company whose books are in the emulated Xero, and what a test does there. */
class XeroBooks {
  token = "";
  emulators!: Emulators;

  /** @param clearing the account that payments wait in. @param company how the organisation keeps its books */
  async begin(clearing = "Stripe Clearing", company: object = { country: "US" }): Promise<void> {
    await control(this.emulators, "/reset", {});
    await this.by("company", company);
    ({ token: this.token } = await connectedCompany(this.emulators, undefined, { ledger: "xero" }));
    const { banks } = await ok("GET", "/xero/bank-account/", this.token);
    const bank = banks.find(({ Name }: { Name: string }) => Name === "Business Account");
    await this.post("/xero/save-bank/", { bank_id: bank.Id, bank_name: bank.Name });
    await this.chooseWaiting(clearing);
    const { expenses } = await ok("GET", "/qb/get-expense/", this.token);
    const category = expenses.find(({ Name }: { Name: string }) => Name === "Merchant Fees");
    await this.post("/stripe/save-category/", { category });
    await settled(this.token);
  }

  async chooseWaiting(name: string): Promise<void> {
    const { accounts } = await ok("GET", "/settings/payment-account/", this.token);
    const { Id } = accounts.find(({ Name }: { Name: string }) => Name === name);
    await ok("PUT", "/settings/payment-account/", this.token, {
      account_id: Id,
      from: "2020-01-01",
    });
  }

  post(path: string, body?: unknown) {
    return ok("POST", path, this.token, body);
  }

  /** What a person does in Xero. @returns what was made */
  by(name: string, body: object) {
    return control(this.emulators, `/xero/${name}`, body);
  }

  fault(fault: object) {
    return control(this.emulators, "/faults", { provider: "xero", ...fault });
  }

  /** What the accounts hold that hold anything; debits are positive. */
  async balances(): Promise<Record<string, number>> {
    return (await fetch(`${this.emulators.control.url}/xero/balances`)).json();
  }

  async documents(): Promise<Documents> {
    const { xero } = await (await fetch(`${this.emulators.control.url}/state`)).json();
    const { xeroTenantId } = this.emulators.credentials;
    return xero.find(({ tenant_id }: Documents) => tenant_id === xeroTenantId);
  }

  /** What we booked, as "SPEND 345". */
  async booked(): Promise<string[]> {
    const { bank_transactions, bank_transfers } = await this.documents();
    const alive = ({ status }: { status: string }) => status === "AUTHORISED";
    return [
      ...bank_transactions
        .filter((each) => alive(each) && each.reference?.endsWith("Deposit Matcher"))
        .filter(({ type }) => !type.endsWith("TRANSFER"))
        .map(({ type, total }) => `${type} ${total}`),
      ...bank_transfers.filter(alive).map(({ amount }) => `TRANSFER ${amount}`),
    ].toSorted();
  }

  /** A payout of Stripe and its payments, which wait in an account. @returns its net amount */
  async sale(
    charges: { amount: number; name: string; refunded?: number }[],
    { account = "Stripe Clearing", ...payout }: { account?: string; fee?: number } = {},
  ): Promise<number> {
    for (const { amount, name } of charges) {
      await this.by("payments", { amount, customer: name, account });
    }
    const made = await control(this.emulators, "/stripe/payouts", { charges, ...payout });
    return made.payout.amount;
  }

  async sync(): Promise<void> {
    // Payments are known before their payout, as after a night's sync.
    await this.post("/xero/sync/");
    await settled(this.token);
    await this.post("/stripe/save-payouts/");
    await settled(this.token);
  }

  async deposit() {
    const { deposits } = await ok("GET", "/qb/deposit-status/", this.token);
    expect(deposits).toHaveLength(1);
    return deposits[0];
  }

  /** Syncs, and confirms what is only suggested. */
  async matched() {
    await this.sync();
    const found = await this.deposit();
    if (found.status !== "suggested") return found;
    await this.post("/qb/confirm-match/", { deposit_id: found.id });
    await settled(this.token);
    return this.deposit();
  }

  async retry(): Promise<void> {
    await this.post("/qb/retry-posting/", { deposit_id: (await this.deposit()).id });
    await settled(this.token);
  }

  async posting() {
    const found = await adminDb().posting.findFirstOrThrow({ orderBy: { createdAt: "desc" } });
    return { ...found, ctx: systemContext(found.companyId) };
  }

  async payments(): Promise<string[]> {
    const { companyId } = await this.posting();
    const rows = await adminDb().ledgerPayment.findMany({ where: { companyId } });
    return rows.map(({ state }) => state);
  }
}
