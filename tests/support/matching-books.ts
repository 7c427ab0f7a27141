import { randomBytes } from "node:crypto";
import type { LineKind } from "@/lib/constants/deposits";
import { newSessionToken } from "@/server/accounts/sessions";
import { receiptDefaultSettings } from "@/server/connections/receipt-settings";
import { adminDb } from "./admin-db";

interface SeededLine {
  gross: number;
  fee?: number;
  customer?: string;
  email?: string;
  reference?: string;
  description?: string;
  /** What the customer paid, in another currency; minor units. */
  paid?: { amount: number; currency: string };
  /** What Stripe says of it: `created` is its moment. */
  raw?: { id: string; created: number };
  kind?: LineKind;
  /** By default as `kind`. */
  providerKind?: string;
  /** The processor's id of its charge. */
  chargeId?: string;
  /** By default that of the payout. */
  date?: string;
}

interface SeededPayment {
  amount: number;
  customer?: string;
  customerId?: string;
  email?: string;
  note?: string;
  currency?: string;
  /** What the books have it at, minor units. */
  worth?: { amount: number; currency: string };
  number?: string;
}

interface SeededInvoice {
  number: string;
  /** Minor units. */
  total: number;
  balance?: number;
  customer: string;
  customerId: string;
  email?: string;
  currency?: string;
  state?: "open" | "paid" | "gone";
}

/** What receipts from Stripe are created with, once {@link MatchingBooks.chooseReceipts} was called. */
export const RECEIPTS = {
  item: { id: "31", name: "Online sales" },
  refundItem: { id: "32", name: "Refunds" },
  taxCode: null,
  class: null,
  memo: "",
};

const DAY = new Date("2026-03-05");

/** A signed-in company without live connections, for rows that a test seeds. */
export class MatchingBooks {
  private seeded = 0;

  private constructor(
    readonly companyId: string,
    readonly userId: number,
    readonly token: string,
    private readonly integrations: { stripe: string; quickbooks: string },
  ) {}

  static async create(): Promise<MatchingBooks> {
    const name = `matcher-${randomBytes(6).toString("hex")}`;
    const { id: companyId } = await adminDb().company.create({
      data: { name, settings: { create: { autoPost: true } } },
    });
    const email = `${name}@example.com`;
    const { id: userId } = await adminDb().user.create({
      data: {
        username: name,
        usernameKey: name,
        email,
        emailKey: email,
        emailVerifiedAt: new Date(),
        memberships: { create: { companyId } },
      },
    });
    const { token, tokenHash } = newSessionToken();
    const expiresAt = new Date(Date.now() + 3_600_000);
    await adminDb().session.create({ data: { companyId, userId, tokenHash, expiresAt } });
    const connect = async (provider: "stripe" | "quickbooks") => {
      const { id } = await adminDb().integration.create({
        data: {
          companyId,
          provider,
          externalAccountId: `${name}-${provider}`,
          credentials: new Uint8Array([1]),
          // Nobody answers there: what is seeded counts as just read, however long a test takes.
          lastSyncedAt: new Date(Date.now() + 3_600_000),
        },
      });
      return id;
    };
    const integrations = {
      stripe: await connect("stripe"),
      quickbooks: await connect("quickbooks"),
    };
    return new MatchingBooks(companyId, userId, token, integrations);
  }

  /** An itemized deposit with these lines. @returns its id. */
  async deposit(lines: SeededLine[], status: "pending" | "suggested" = "pending") {
    this.seeded += 1;
    const providerId = `po_${this.seeded}`;
    const money = { currency: "USD" };
    return adminDb().deposit.create({
      data: {
        companyId: this.companyId,
        integrationId: this.integrations.stripe,
        providerId,
        payoutStatus: "paid",
        status,
        txnDate: DAY,
        amount: BigInt(lines.reduce((sum, { gross, fee = 0 }) => sum + gross - fee, 0)),
        ...money,
        lines: {
          create: lines.map(({ gross, fee = 0, kind = "charge", ...line }, index) => ({
            chargeId: line.chargeId ?? "",
            providerId: `${providerId}-${index}`,
            kind,
            providerKind: line.providerKind ?? kind,
            date: line.date ? new Date(line.date) : DAY,
            gross: BigInt(gross),
            fee: BigInt(fee),
            net: BigInt(gross - fee),
            customerName: line.customer ?? "",
            customerEmail: line.email ?? "",
            reference: line.reference ?? "",
            description: line.description ?? "",
            ...(line.paid && {
              paidAmount: BigInt(line.paid.amount),
              paidCurrency: line.paid.currency,
            }),
            ...(line.raw && { raw: line.raw }),
            ...money,
          })),
        },
      },
      include: { lines: { orderBy: { id: "asc" } } },
    });
  }

  payment({ amount, customer = "", note = "", currency = "USD", ...more }: SeededPayment) {
    this.seeded += 1;
    return adminDb().ledgerPayment.create({
      data: {
        companyId: this.companyId,
        integrationId: this.integrations.quickbooks,
        kind: amount < 0 ? "RefundReceipt" : "Payment",
        providerId: `qb-${this.companyId.slice(0, 8)}-${this.seeded}`,
        txnDate: DAY,
        amount: BigInt(amount),
        customerName: customer,
        customerId: more.customerId ?? "",
        customerEmail: more.email ?? "",
        referenceNumber: more.number ?? "",
        ...(more.worth && {
          worthAmount: BigInt(more.worth.amount),
          worthCurrency: more.worth.currency,
        }),
        note,
        currency,
      },
    });
  }

  /** An invoice in QuickBooks, whose id there is `inv-<number>`. */
  invoice({ number, total, balance = total, currency = "USD", ...more }: SeededInvoice) {
    return adminDb().ledgerInvoice.create({
      data: {
        companyId: this.companyId,
        integrationId: this.integrations.quickbooks,
        providerId: `inv-${number}`,
        state: more.state ?? "open",
        number,
        txnDate: DAY,
        total: BigInt(total),
        balance: BigInt(balance),
        currency,
        customerName: more.customer,
        customerId: more.customerId,
        customerEmail: more.email ?? "",
      },
    });
  }

  /** Chooses {@link RECEIPTS} for Stripe, as Settings does. */
  async chooseReceipts(): Promise<void> {
    await adminDb().integration.updateMany({
      where: { companyId: this.companyId, provider: "stripe" },
      data: { settings: receiptDefaultSettings(RECEIPTS) },
    });
  }

  /** A deposit with a suggested payment; the engine would have matched `sure` pairs by itself. */
  async suggestion(pairs: { line: SeededLine; payment: SeededPayment; sure?: boolean }[]) {
    const deposit = await this.deposit(
      pairs.map(({ line }) => line),
      "suggested",
    );
    const payments = [];
    for (const [index, { payment, sure = false }] of pairs.entries()) {
      const seeded = await this.payment(payment);
      payments.push(seeded);
      const { id: matchId } = await adminDb().match.create({
        data: {
          companyId: this.companyId,
          depositId: deposit.id,
          state: "proposed",
          live: true,
          origin: sure ? "auto" : "suggestion",
          kind: "one_to_one",
          probability: 0.9,
          currency: "USD",
        },
      });
      const part = { companyId: this.companyId, matchId, live: true };
      await adminDb().matchLine.create({
        data: { ...part, lineId: deposit.lines[index]?.id ?? 0 },
      });
      await adminDb().matchPayment.create({ data: { ...part, paymentId: seeded.id } });
    }
    return { deposit, payments };
  }

  /** QuickBooks ids of the payments matched to a deposit. */
  async matchedWith(depositId: number): Promise<string[]> {
    const rows = await adminDb().matchPayment.findMany({
      where: { live: true, match: { depositId, state: "accepted" } },
      include: { payment: true },
    });
    return rows.map(({ payment }) => payment.providerId).sort();
  }

  async statusOf(depositId: number): Promise<string> {
    const { status } = await adminDb().deposit.findFirstOrThrow({ where: { id: depositId } });
    return status;
  }
}
