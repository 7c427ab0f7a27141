import { randomBytes } from "node:crypto";
import { newApiToken } from "@/server/auth/sessions";
import { everything } from "./everything";

interface PlantedLine {
  gross: number;
  fee?: number;
  customer?: string;
  kind?: "charge" | "refund";
}

interface PlantedPayment {
  amount: number;
  customer?: string;
  note?: string;
  currency?: string;
}

const DAY = new Date("2026-03-05");

/** A company of its own, signed in and connected to nothing that answers, whose rows a test plants. */
export class MatchingBooks {
  private planted = 0;

  private constructor(
    readonly companyId: string,
    readonly token: string,
    private readonly integrations: { stripe: string; quickbooks: string },
  ) {}

  static async create(): Promise<MatchingBooks> {
    const name = `matcher-${randomBytes(6).toString("hex")}`;
    const { id: companyId } = await everything().company.create({
      data: { name, settings: { create: {} } },
    });
    const email = `${name}@example.com`;
    const { id: userId } = await everything().user.create({
      data: {
        username: name,
        usernameKey: name,
        email,
        emailKey: email,
        memberships: { create: { companyId } },
      },
    });
    const { token, tokenHash } = newApiToken();
    const expiresAt = new Date(Date.now() + 3_600_000);
    await everything().session.create({ data: { companyId, userId, tokenHash, expiresAt } });
    const connect = async (provider: "stripe" | "quickbooks") => {
      const { id } = await everything().integration.create({
        data: {
          companyId,
          provider,
          externalAccountId: `${name}-${provider}`,
          credentials: new Uint8Array([1]),
          lastSyncedAt: new Date(),
        },
      });
      return id;
    };
    const integrations = {
      stripe: await connect("stripe"),
      quickbooks: await connect("quickbooks"),
    };
    return new MatchingBooks(companyId, token, integrations);
  }

  /** An itemized deposit of these lines. @returns its id. */
  async deposit(lines: PlantedLine[], status: "pending" | "suggested" = "pending") {
    this.planted += 1;
    const providerId = `po_${this.planted}`;
    const money = { currency: "USD" };
    return everything().deposit.create({
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
          create: lines.map(({ gross, fee = 0, customer = "", kind = "charge" }, index) => ({
            providerId: `${providerId}-${index}`,
            kind,
            providerKind: kind,
            date: DAY,
            gross: BigInt(gross),
            fee: BigInt(fee),
            net: BigInt(gross - fee),
            customerName: customer,
            ...money,
          })),
        },
      },
      include: { lines: { orderBy: { id: "asc" } } },
    });
  }

  payment({ amount, customer = "", note = "", currency = "USD" }: PlantedPayment) {
    this.planted += 1;
    return everything().ledgerPayment.create({
      data: {
        companyId: this.companyId,
        integrationId: this.integrations.quickbooks,
        kind: amount < 0 ? "RefundReceipt" : "Payment",
        providerId: `qb-${this.companyId.slice(0, 8)}-${this.planted}`,
        txnDate: DAY,
        amount: BigInt(amount),
        customerName: customer,
        note,
        currency,
      },
    });
  }

  /** A deposit that the engine suggested a payment for; `sure` pairs it would have made alone. */
  async suggestion(pairs: { line: PlantedLine; payment: PlantedPayment; sure?: boolean }[]) {
    const deposit = await this.deposit(
      pairs.map(({ line }) => line),
      "suggested",
    );
    const payments = [];
    for (const [index, { payment, sure = false }] of pairs.entries()) {
      const planted = await this.payment(payment);
      payments.push(planted);
      const { id: matchId } = await everything().match.create({
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
      await everything().matchLine.create({
        data: { ...part, lineId: deposit.lines[index]?.id ?? 0 },
      });
      await everything().matchPayment.create({ data: { ...part, paymentId: planted.id } });
    }
    return { deposit, payments };
  }

  /** The payments that a deposit is matched with, by QuickBooks' id. */
  async matchedWith(depositId: number): Promise<string[]> {
    const rows = await everything().matchPayment.findMany({
      where: { live: true, match: { depositId, state: "accepted" } },
      include: { payment: true },
    });
    return rows.map(({ payment }) => payment.providerId).sort();
  }

  async statusOf(depositId: number): Promise<string> {
    const { status } = await everything().deposit.findFirstOrThrow({ where: { id: depositId } });
    return status;
  }
}
