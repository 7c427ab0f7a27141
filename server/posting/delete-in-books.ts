import type { Integration, Posting } from "@/generated/prisma/client";
import { capitalized } from "@/lib/capitalized";
import { isPlannedId } from "@/lib/constants/planned-payments";
import { dateText } from "@/lib/dates";
import { isDepositNote } from "@/lib/deposit-note";
import { credentialStore } from "@/server/connections/credentials";
import { providerName, requireLedger, sourceName } from "@/server/connections/find";
import { readJournal } from "@/server/deposits/deposit-journal";
import type { DepositWithLines } from "@/server/deposits/require-deposit";
import type { CompanyContext } from "@/server/platform/context";
import { ConflictError } from "@/server/platform/errors";
import { getLedger } from "@/server/providers/registry";
import { wordsOf } from "@/server/work/ledger-words";
import { deleteCreatedPayment } from "./delete-created-payment";
import { findOurs } from "./find-existing";
import { bookedOn } from "./open-day-posting";
import { isOwnedElsewhere, tellOthers } from "./owned-payout";
import type { PlannedRow } from "./payment-draft";
import { readAsCreated, totalOnBooks } from "./posted-as";
import { recordName } from "./record-words";
import { mentions } from "./recorded-elsewhere/facts";

/** What has become of a record of ours in the books. */
export interface Removal {
  outcome: "deleted" | "absent" | "changed";
  /** As the books' users know it: "Deposit 756". */
  record: string;
  /** Of a payment that we created. */
  row?: PlannedRow;
}

/** @returns null where the books have never held it, as far as is known. */
export async function deleteOurs(ctx: CompanyContext, row: PlannedRow): Promise<Removal | null> {
  const integration = await requireLedger(ctx);
  if (row.integrationId !== integration.id) throw otherCompany(integration);
  const credentials = credentialStore(ctx, integration, "bookkeeping");
  const removed = await deleteCreatedPayment(
    { ledger: getLedger(integration.provider), credentials },
    row,
  );
  const { outcome, row: found } = removed;
  if (outcome === "absent" && isPlannedId(found.providerId)) return null;
  return { outcome, record: recordName(wordsOf(integration.provider), found), row: found };
}

/**
 * Deletes the Deposit that we created, or may have created, in the ledger.
 * @param begun called once a part of it is gone and others are left.
 * @returns null where it has none of ours. @throws ConflictError in other books; ProviderError.
 */
export async function deleteDeposit(
  ctx: CompanyContext,
  deposit: DepositWithLines,
  { outcomeUnknown, integrationId, quickbooksDepositId, journal, asCreated }: Posting,
  begun: () => Promise<void>,
): Promise<Removal | null> {
  const integration = await requireLedger(ctx);
  if (integrationId && integration.id !== integrationId) {
    throw otherCompany(integration);
  }
  const ledger = getLedger(integration.provider);
  const credentials = credentialStore(ctx, integration, "bookkeeping");
  const books = { integration, ledger, credentials };
  // A Deposit that another company in this installation created for the payout has the same memo.
  if (outcomeUnknown && (await isOwnedElsewhere(ctx, integration, deposit))) return null;
  const quickbooksId = outcomeUnknown
    ? await findOurs(books, {
        date: bookedOn(dateText(deposit.txnDate), deposit.earliestDate),
        isOurs: (note) =>
          isDepositNote(
            note,
            sourceName(deposit.integration.provider, deposit.integration.displayName),
            deposit.providerId,
          ) ||
          // As it was sent: a processor by file may have another name since.
          (note === readJournal(journal)?.memo && mentions(note, deposit.providerId)),
        total: totalOnBooks(deposit.amount, ledger.capabilities),
      })
    : quickbooksDepositId;
  if (!quickbooksId) return null;
  const created = outcomeUnknown ? null : readAsCreated(asCreated);
  const asItWas = created ?? undefined;
  const outcome = await ledger.deleteDeposit(credentials, quickbooksId, asItWas, begun);
  await tellOthers(ctx, quickbooksId);
  return { outcome, record: capitalized(wordsOf(integration.provider).depositOf(quickbooksId)) };
}

function otherCompany({ provider }: Pick<Integration, "provider">): ConflictError {
  return new ConflictError(
    "other_books",
    `It was posted to another ${providerName(provider)} company. Connect that company first.`,
  );
}
