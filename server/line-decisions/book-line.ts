import type { DepositLine } from "@/generated/prisma/client";
import type { bookLine as contract } from "@/lib/contracts/bookings";
import type { DepositStatus } from "@/lib/contracts/deposits";
import type { BodyOf } from "@/lib/contracts/endpoint";
import { isAccountKind } from "@/lib/contracts/values/bookings";
import { bookingKind, feeKind } from "@/lib/line-bookings";
import type { EntryTags, Named } from "@/lib/settlement";
import { homeCurrency } from "@/server/connections/find";
import { kindAccountSetting } from "@/server/connections/kind-accounts";
import { requireTags } from "@/server/connections/ledger-lists";
import { requirePostable } from "@/server/connections/postable-accounts";
import { mergeSettings } from "@/server/connections/settings";
import { type DepositWithLines, requireDeposit } from "@/server/deposits/require-deposit";
import { rematch } from "@/server/matches/rematch";
import { type CompanyContext, requireRole, type SessionContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { ConflictError, NotFoundError, UnusableInputError } from "@/server/platform/errors";
import { enqueue } from "@/server/platform/queue/enqueue";
import { recordAudit } from "@/server/platform/record-audit";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import type { LedgerAccount } from "@/server/providers/ledger";
import { requestAutoMatch } from "@/server/work/company";
import { isUnderway, lockPostings, releaseBlockedPostings } from "@/server/work/postings";
import { acceptChoices } from "./accept-choices";
import { chooseForLines } from "./choose-for-lines";
import { type DecidingRule, ruleFacts } from "./require-open-lines";
import { storeBooking, tagLine } from "./store-booking";

type Input = BodyOf<typeof contract>;

/**
 * Books a line that QuickBooks does not know to an account: this line alone, or all of its kind from this
 * source; or a charge that has no payment. A deposit that waited for nothing else is matched or posted by it.
 * @throws NotFoundError, ConflictError when the deposit is posted or about to be, UnusableInputError when
 *   QuickBooks can't book the line to the account; ForbiddenError for `always`, which is a setting, without its role.
 */
export async function bookLine(
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
  const status = await withCompanyLock(ctx, async (tx) => {
    const deposit = await requireDeposit(tx, ctx, input.deposit_id);
    const line = requireLine(deposit, input);
    await requireUnsent(tx, ctx, deposit);
    if (always) await chooseForKind(tx, ctx, deposit, input.kind, account);
    // What was chosen for this line before would count before its kind.
    await storeBooking(tx, ctx, { line, kind: input.kind, account, always, tags });
    // What the input doesn't speak of stays as it was.
    await tagLine(tx, ctx, line, {
      customer: input.customer === null ? null : tags.customer,
      class: input.class === null ? null : tags.class,
    });
    await rematch(tx, ctx, [deposit.id]);
    return (await requireDeposit(tx, ctx, input.deposit_id)).status;
  });
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
  return chooseForLines(
    ctx,
    { deposit_id, line_ids: [line_id], replace },
    async (tx, { deposit, lines: [line] }) => {
      if (line?.kind !== "charge") throw notBookable();
      await bookCharges(tx, ctx, [{ deposit, line, account, tags, memo }]);
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
    throw new ConflictError("This deposit is posted. Undo the match first.");
  }
  const [posting] = await lockPostings(tx, ctx, [id]);
  if (posting && isUnderway(posting)) {
    throw new ConflictError("This deposit is being posted. Try again in a moment.");
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
export async function bookCharges(
  tx: Tx,
  ctx: CompanyContext,
  bookings: readonly ChargeBooking[],
  rule: DecidingRule | null = null,
): Promise<void> {
  await acceptChoices(
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
