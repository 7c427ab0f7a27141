import type { DepositLine } from "@/generated/prisma/client";
import { type BookableKind, type BookingKind, isAccountKind } from "@/lib/constants/bookings";
import type { bookLine as contract } from "@/lib/contracts/bookings";
import type { DepositStatus } from "@/lib/contracts/deposits";
import type { BodyOf } from "@/lib/contracts/endpoint";
import { bookingKind, feeKind } from "@/lib/line-bookings";
import type { EntryTags, Named } from "@/lib/settlement";
import { homeCurrency } from "@/server/connections/find";
import { requireTags } from "@/server/connections/ledger-lists";
import { kindAccountSetting } from "@/server/connections/line-settings";
import { requirePostable } from "@/server/connections/postable-accounts";
import { mergeSettings } from "@/server/connections/settings";
import { type DepositWithLines, requireDeposit } from "@/server/deposits/require-deposit";
import { rematch, requestRematch } from "@/server/matches/rematch";
import { type CompanyContext, requireRole, type SessionContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { ConflictError, NotFoundError, UnusableInputError } from "@/server/platform/errors";
import { enqueue } from "@/server/platform/queue/enqueue";
import { recordAudit } from "@/server/platform/record-audit";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import type { LedgerAccount } from "@/server/providers/ledger";
import { requestAutoMatch } from "@/server/work/company";
import { isUnderway, lockPostings, releaseBlockedPostings } from "@/server/work/postings";
import { type DecidingRule, decideLines, ruleFacts } from "./decide-lines";
import { storeDecisions } from "./store-decisions";

type Input = BodyOf<typeof contract>;

/**
 * Books a line that the books do not know to an account: this line alone, or all of its kind from this
 * source; or a charge that has no payment. A deposit that waited for nothing else is matched or posted by it.
 * @throws NotFoundError, ConflictError when the deposit is posted or about to be, UnusableInputError when
 *   the ledger can't book the line to the account; ForbiddenError for `always`, which is a setting, without its role.
 */
export async function decideAccount(
  ctx: SessionContext,
  input: Input,
): Promise<{ message: string; status: DepositStatus }> {
  const always = input.always === true;
  if (always) requireRole(ctx, "admin", "change the account of all lines of a kind");
  const { currency } = await requireDeposit(db(ctx), ctx, input.deposit_id);
  const home = await homeCurrency(ctx);
  const account = await requirePostable(ctx, {
    id: input.account_id,
    // What is chosen for all of them has to fit a deposit of any currency.
    currencies: always ? [home] : [home, currency],
    field: "account_id",
  });
  const tags = await requireTags(ctx, input, { customer: "customer", class: "class" });
  if (input.kind === "charge") return bookCharge(ctx, input, account, tags);
  if (input.memo !== undefined || input.replace) {
    throw new UnusableInputError(
      "Only a charge is booked with a memo, or in the place of a choice.",
    );
  }
  const pending = await withCompanyLock(ctx, async (tx) => {
    const deposit = await requireDeposit(tx, ctx, input.deposit_id);
    const line = requireLine(deposit, input);
    await requireUnsent(tx, ctx, deposit);
    if (always) await chooseForKind(tx, ctx, deposit, input.kind, account);
    // What was chosen for this line before would count before its kind.
    await storeBooking(tx, ctx, { line, kind: input.kind, account, always, tags });
    // Fields that the input omits stay as they are.
    await tagLine(tx, ctx, line, {
      customer: input.customer === null ? null : tags.customer,
      class: input.class === null ? null : tags.class,
    });
    return requestRematch(tx, ctx, [deposit.id]);
  });
  const [status = "pending"] = await rematch(ctx, pending);
  await releaseBlockedPostings(ctx);
  if (always) await enqueue("auto-match", { companyId: ctx.companyId });
  return { message: `Booked to ${account.name}`, status };
}

/** A charge that no payment records is a choice for its line, as a receipt would be. */
async function bookCharge(
  ctx: CompanyContext,
  { deposit_id, line_id, memo = "", always, replace }: Input,
  account: LedgerAccount,
  tags: EntryTags,
): Promise<{ message: string; status: DepositStatus }> {
  if (always) {
    throw new UnusableInputError("Charges differ. Create a rule for those that always go there.");
  }
  return decideLines(
    ctx,
    { deposit_id, line_ids: [line_id], replace },
    async (tx, { deposit, lines: [line] }) => {
      if (line?.kind !== "charge") throw notBookable();
      await decideChargeAccounts(tx, ctx, [{ deposit, line, account, tags, memo }]);
      return `Booked to ${account.name}`;
    },
  );
}

function notBookable(): UnusableInputError {
  return new UnusableInputError("This line isn't booked to an account of its own.");
}

function requireLine({ lines }: DepositWithLines, { line_id, kind }: Input): DepositLine {
  const line = lines.find(({ id }) => id === line_id);
  if (!line) throw new NotFoundError("This line isn't part of the deposit.");
  const isFee = feeKind(line) === kind && line.fee !== 0n;
  if (bookingKind(line) !== kind && !isFee) {
    throw notBookable();
  }
  return line;
}

async function requireUnsent(
  tx: Tx,
  ctx: CompanyContext,
  { id, status }: DepositWithLines,
): Promise<void> {
  if (status === "posted") {
    throw new ConflictError("already_posted", "This deposit is posted. Undo the match first.");
  }
  const [posting] = await lockPostings(tx, ctx, [id]);
  if (posting && isUnderway(posting)) {
    throw new ConflictError(
      "posting_in_progress",
      "This deposit is being posted. Try again in a moment.",
    );
  }
}

async function chooseForKind(
  tx: Tx,
  ctx: CompanyContext,
  { integration }: DepositWithLines,
  kind: Input["kind"],
  { id, name, currency }: LedgerAccount,
): Promise<void> {
  if (!isAccountKind(kind)) {
    throw new UnusableInputError("Movements of this kind differ. Choose an account for each.");
  }
  await mergeSettings(tx, ctx, integration, kindAccountSetting(kind, { id, name, currency }));
  await requestAutoMatch(tx, ctx);
}

/** A charge that no payment records, and the line of the Deposit that records it instead. */
interface ChargeBooking {
  deposit: DepositWithLines;
  line: DepositLine;
  account: Named;
  tags: EntryTags;
  memo: string;
}

/**
 * Books charges to accounts: accepted matches without a payment, whose amount is on an account. So the line counts as
 * decided, the sum and the journal have it, and an undo takes it back, as with any choice. In the caller's transaction,
 * under the company's lock, after its checks.
 */
export async function decideChargeAccounts(
  tx: Tx,
  ctx: CompanyContext,
  bookings: readonly ChargeBooking[],
  rule: DecidingRule | null = null,
): Promise<void> {
  await storeDecisions(
    tx,
    ctx,
    bookings.map(({ deposit, line, account, tags, memo }) => ({
      deposit,
      lineIds: [line.id],
      paymentIds: [],
      difference: -Number(line.gross),
      adjustments: [
        {
          ...{ kind: "account", amount: Number(line.gross), ...tags },
          ...{ accountId: account.id, accountName: account.name },
          description: memo || line.description,
        },
      ],
      texts: [`Booked to ${account.name}`, ...(rule ? [`Rule: ${rule.text}`] : [])],
    })),
  );
  for (const { deposit, line, account, tags } of bookings) {
    await recordAudit(tx, ctx, {
      action: "deposit.line_booked",
      entity: "deposit",
      entityId: deposit.id,
      data: {
        ...{ line: line.id, kind: "charge", accountId: account.id, account: account.name },
        always: false,
        ...(tags.customer && { customer: tags.customer.name }),
        ...(tags.class && { class: tags.class.name }),
        ...ruleFacts(rule),
      },
    });
  }
}

interface Booking {
  line: Pick<DepositLine, "id" | "depositId">;
  kind: BookingKind | BookableKind;
  account: { id: string; name: string };
  /** All lines of its kind go there, so that this one needs none of its own. */
  always: boolean;
  /** The customer and the class that it is booked for, for the record. */
  tags?: EntryTags;
}

/** Writes where a line is booked, with its audit row; in the caller's transaction, after its checks. */
export async function storeBooking(
  tx: Tx,
  ctx: CompanyContext,
  { line, kind, account, always, tags }: Booking,
  rule: DecidingRule | null = null,
): Promise<void> {
  const own = always ? null : account;
  const [accountId, accountName] = [own?.id ?? null, own?.name ?? null];
  await tx.depositLine.update({
    where: { companyId_id: { companyId: ctx.companyId, id: line.id } },
    data:
      kind === "dispute_fee"
        ? { feeAccountId: accountId, feeAccountName: accountName }
        : { accountId, accountName },
  });
  await recordAudit(tx, ctx, {
    action: "deposit.line_booked",
    entity: "deposit",
    entityId: line.depositId,
    data: {
      ...{ line: line.id, kind, accountId: account.id, account: account.name, always },
      ...(tags?.customer && { customer: tags.customer.name }),
      ...(tags?.class && { class: tags.class.name }),
      ...ruleFacts(rule),
    },
  });
}

/** Writes for whom and for what part of the business a line is booked. Null takes one back; undefined leaves it. */
export async function tagLine(
  tx: Tx,
  { companyId }: CompanyContext,
  { id }: Pick<DepositLine, "id">,
  { customer, class: ofClass }: { [Tag in keyof EntryTags]?: EntryTags[Tag] | null },
): Promise<void> {
  if (customer === undefined && ofClass === undefined) return;
  await tx.depositLine.update({
    where: { companyId_id: { companyId, id } },
    data: {
      ...(customer !== undefined && {
        bookedCustomerId: customer?.id ?? null,
        bookedCustomerName: customer?.name ?? null,
      }),
      ...(ofClass !== undefined && {
        classId: ofClass?.id ?? null,
        className: ofClass?.name ?? null,
      }),
    },
  });
}
