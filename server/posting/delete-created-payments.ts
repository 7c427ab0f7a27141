import type { Books } from "./create-planned-payments";
import { listed } from "./half-made";
import { type PlannedRow, readDraft } from "./payment-draft";

const NAMED = 3;

export interface Removal {
  /** Ids of the rows whose payment QuickBooks holds no more. */
  removed: number[];
  /** Changed in QuickBooks since, or deposited by somebody else: left there. */
  left: PlannedRow[];
}

/**
 * Deletes in QuickBooks what we created for a match, one after the other, and only what still is what we created.
 * Safe to repeat. Customers stay: QuickBooks can't delete them.
 * @param ours the newest first.
 */
export async function deleteCreatedPayments(
  { ledger, credentials }: Pick<Books, "ledger" | "credentials">,
  ours: readonly PlannedRow[],
): Promise<Removal> {
  const removal: Removal = { removed: [], left: [] };
  for (const row of ours.filter(({ planned }) => planned.sentAt !== null)) {
    const asCreated = readDraft(row.planned.asCreated);
    // Without an answer only the request id knows whether it exists.
    const ref =
      row.planned.createdAt === null ? await ledger.findPayment(credentials, asCreated) : row;
    const { kind, providerId } = ref ?? row;
    const outcome = ref
      ? await ledger.deletePayment(credentials, { kind, providerId }, asCreated)
      : "absent";
    if (outcome === "changed") removal.left.push({ ...row, providerId });
    else removal.removed.push(row.id);
  }
  return removal;
}

/** What an undo leaves in QuickBooks, as sentences that follow another; "" when it leaves nothing. */
export function leftText(left: readonly PlannedRow[], ours: readonly PlannedRow[]): string {
  const many = left.length > 1;
  const payments =
    left.length === 0
      ? ""
      : ` ${listed(left)} ${many ? "were" : "was"} changed in QuickBooks since, so ${many ? "they stay" : "it stays"} there.`;
  const customers = ours
    .toReversed()
    .flatMap(({ planned, customerName }) =>
      planned.createdCustomerId === null ? [] : customerName,
    );
  return `${payments}${customersText([...new Set(customers)], payments ? "too" : "in QuickBooks")}`;
}

/** Names the first three customers and counts the rest. */
function customersText(names: readonly string[], where: string): string {
  if (names.length === 0) return "";
  if (names.length === 1) return ` The customer ${names[0]} stays ${where}.`;
  const named = names.slice(0, names.length > NAMED ? NAMED : -1);
  const last = names.length > NAMED ? `${names.length - NAMED} more` : names.at(-1);
  return ` The customers ${named.join(", ")} and ${last} stay ${where}.`;
}
