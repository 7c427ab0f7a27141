import type { Prisma } from "@/generated/prisma/client";
import { systemContext } from "@/server/platform/company-id";
import { adminDb } from "../../support/admin-db";
import { ok } from "../../support/client";
import { MatchingBooks } from "../../support/matching-books";

const DAY = new Date("2026-03-05");
const LINE_DAY = new Date("2026-03-03");

type NewLine = Pick<Prisma.DepositLineCreateWithoutDepositInput, "kind"> & {
  gross: number;
  fee?: number;
  customerName?: string;
  description?: string;
  feePredicted?: boolean;
};

/** A company whose deposits are seeded in every column. */
export class Seeded {
  private count = 0;

  private constructor(
    readonly books: MatchingBooks,
    readonly integrations: { stripe: string; quickbooks: string },
  ) {}

  static async create(): Promise<Seeded> {
    const books = await MatchingBooks.create();
    const rows = await adminDb().integration.findMany({
      where: { companyId: books.companyId },
      orderBy: { provider: "asc" },
    });
    const [stripe, quickbooks] = rows.map(({ id }) => id);
    return new Seeded(books, { stripe: stripe ?? "", quickbooks: quickbooks ?? "" });
  }

  get ctx() {
    return systemContext(this.books.companyId);
  }

  detail(depositId: number) {
    return ok("GET", `/qb/deposit/?deposit_id=${depositId}`, this.books.token);
  }

  suggestions() {
    return ok("GET", "/qb/suggestions/", this.books.token);
  }

  async deposit(
    lines: NewLine[],
    facts: Partial<Prisma.DepositUncheckedCreateInput> & { currency?: string } = {},
  ) {
    this.count += 1;
    const { companyId } = this.books;
    const { currency = "USD" } = facts;
    return adminDb().deposit.create({
      data: {
        companyId,
        integrationId: this.integrations.stripe,
        providerId: `po_read_${this.count}`,
        payoutStatus: "paid",
        txnDate: DAY,
        currency,
        amount: BigInt(lines.reduce((sum, { gross, fee = 0 }) => sum + gross - fee, 0)),
        lines: {
          create: lines.map(({ gross, fee = 0, ...line }, index) => ({
            ...line,
            providerId: `txn_${index}`,
            providerKind: line.kind,
            date: LINE_DAY,
            gross: BigInt(gross),
            fee: BigInt(fee),
            net: BigInt(gross - fee),
            currency,
          })),
        },
        ...facts,
      },
      include: { lines: { orderBy: { id: "asc" } } },
    });
  }

  async payment(
    amount: number,
    facts: Partial<Omit<Prisma.LedgerPaymentUncheckedCreateInput, "companyId" | "id">> = {},
  ) {
    this.count += 1;
    return adminDb().ledgerPayment.create({
      data: {
        companyId: this.books.companyId,
        integrationId: this.integrations.quickbooks,
        kind: amount < 0 ? "RefundReceipt" : "Payment",
        providerId: `qb-${this.count}`,
        txnDate: new Date("2026-03-04"),
        amount: BigInt(amount),
        currency: "USD",
        ...facts,
      },
    });
  }

  /** A live or past match. @returns its id. */
  async match(
    depositId: number,
    parts: { lineIds: number[]; paymentIds: number[]; adjustments?: number[] },
    facts: Partial<Prisma.MatchUncheckedCreateInput> = {},
  ): Promise<string> {
    const { companyId } = this.books;
    const { state = "proposed", currency = "USD" } = facts;
    const live = state === "proposed" || state === "accepted";
    const of = { companyId, live };
    const { id: matchId } = await adminDb().match.create({
      data: {
        ...of,
        depositId,
        state,
        origin: "suggestion",
        kind: "one_to_one",
        probability: 0.9,
        currency,
        decidedAt: state === "proposed" ? null : new Date(),
        ...facts,
      },
    });
    await adminDb().matchLine.createMany({
      data: parts.lineIds.map((lineId) => ({ ...of, matchId, lineId })),
    });
    await adminDb().matchPayment.createMany({
      data: parts.paymentIds.map((paymentId) => ({ ...of, matchId, paymentId })),
    });
    await adminDb().depositAdjustment.createMany({
      data: (parts.adjustments ?? []).map((amount) => ({
        ...{ companyId, depositId, matchId, currency },
        amount: BigInt(amount),
        accountId: "77",
        accountName: "Rounding",
        description: "Difference accepted manually",
      })),
    });
    return matchId;
  }

  /** A deposit of one charge with its suggested match. */
  async suggested(gross: number, facts: Partial<Prisma.DepositUncheckedCreateInput> = {}) {
    const deposit = await this.deposit([{ kind: "charge", gross }], {
      status: "suggested",
      ...facts,
    });
    const payment = await this.payment(gross);
    const lineIds = deposit.lines.map(({ id }) => id);
    const matchId = await this.match(deposit.id, { lineIds, paymentIds: [payment.id] });
    return { depositId: deposit.id, matchId };
  }
}
