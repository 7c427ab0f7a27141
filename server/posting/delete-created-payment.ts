import type { LedgerWords } from "@/lib/ledger-words";
import type { Books } from "./create-planned-payments";
import { listed } from "./created-records";
import { type PlannedRow, readDraft } from "./payment-draft";

const NAMED = 3;

/**
 * Deletes in the books what we created for a match, if it still is what we created. Safe to repeat.
 * @returns "absent" when they did not hold it; "changed" when it was changed there since, or deposited by someone
 *   else, and so was left; with the payment as the books know it.
 */
export async function deleteCreatedPayment(
  { ledger, credentials }: Pick<Books, "ledger" | "credentials">,
  row: PlannedRow,
): Promise<{ outcome: "deleted" | "absent" | "changed"; row: PlannedRow }> {
  const asCreated = readDraft(row.planned.asCreated);
  // Without an answer only the request id knows whether it exists.
  const ref =
    row.planned.createdAt === null ? await ledger.findPayment(credentials, asCreated) : row;
  if (!ref) return { outcome: "absent", row };
  const { kind } = asCreated;
  const { providerId } = ref;
  const outcome = await ledger.deletePayment(credentials, { kind, providerId }, asCreated);
  return { outcome, row: { ...row, providerId } };
}

/**
 * What an undo leaves in the books, as sentences that follow another; "" when it leaves nothing. Customers stay:
 * ledgers can't delete them.
 */
export function leftText(
  left: readonly PlannedRow[],
  ours: readonly PlannedRow[],
  ledger: LedgerWords,
): string {
  const { name } = ledger;
  const many = left.length > 1;
  const payments =
    left.length === 0
      ? ""
      : ` ${listed(ledger, left)} ${many ? "were" : "was"} changed in ${name} since, so ${many ? "they stay" : "it stays"} there.`;
  return `${payments}${customersText(createdCustomers(ours), payments ? "too" : `in ${name}`)}`;
}

/** The names of the customers that we created for payments. */
export function createdCustomers(ours: readonly PlannedRow[]): string[] {
  const names = ours
    .toReversed()
    .flatMap(({ planned, customerName }) =>
      planned.createdCustomerId === null ? [] : customerName,
    );
  return [...new Set(names)];
}

/** Names the first three customers and counts the rest. */
function customersText(names: readonly string[], where: string): string {
  if (names.length === 0) return "";
  if (names.length === 1) return ` The customer ${names[0]} stays ${where}.`;
  const named = names.slice(0, names.length > NAMED ? NAMED : -1);
  const last = names.length > NAMED ? `${names.length - NAMED} more` : names.at(-1);
  return ` The customers ${named.join(", ")} and ${last} stay ${where}.`;
}
