"use client";

import { useQuery } from "@tanstack/react-query";
import { AccountChoice } from "@/components/deposit-parts/account-choice";
import { accountsQuery } from "@/components/deposit-parts/existing-queries";
import { ReloadLists } from "@/components/deposit-parts/reload-lists";
import { useLedger } from "@/components/session/companies";
import { accountSettingsQuery } from "@/components/settings/queries";
import { SourceSettingsCard } from "@/components/settings/source-settings-card";
import { SourceTable } from "@/components/settings/source-table";
import { useDrafts } from "@/components/settings/use-drafts";
import { call } from "@/lib/api";
import { ACCOUNT_KINDS, EXPENSE_GROUPS, USUAL_GROUPS } from "@/lib/constants/bookings";
import type { AccountSettings, SettingKind, saveAccountSetting } from "@/lib/contracts/bookings";
import type { BodyOf } from "@/lib/contracts/endpoint";
import { BOOKING_WORDS } from "@/lib/line-bookings";

type Source = AccountSettings["sources"][number];

const KINDS: readonly SettingKind[] = ["fee", ...ACCOUNT_KINDS];

/** Where each kind of line is booked that no payment in the books explains: a table kind × processor. */
export function KindAccounts() {
  const ledger = useLedger();
  const { data, error, refetch } = useQuery(accountSettingsQuery);
  const { data: books, error: booksError } = useQuery(accountsQuery);
  const sources = data?.sources ?? [];
  const drafts = useDrafts({
    saved: new Map(sources.flatMap(bodiesOf)),
    save: (body) => call("PUT /settings/accounts/", { body }),
    queryKey: accountSettingsQuery.queryKey,
    failed: "Couldn't save the accounts",
  });
  return (
    <SourceSettingsCard
      id="accounts"
      title="Accounts"
      description={
        <>
          Accounts for refunds, disputes and other items with no payment in {ledger.name}. Leave
          blank to be asked each time. {books && books.accounts.length > 0 && <ReloadLists />}
        </>
      }
      count={data?.sources.length}
      note={
        <>
          {booksError && <p role="alert">{`Couldn't load the accounts. ${booksError.message}`}</p>}
          {books?.accounts.length === 0 && (
            <p className="text-sm text-muted-foreground">
              Connect {ledger.name} first. Accounts come from your chart of accounts.
            </p>
          )}
        </>
      }
      error={error}
      onRetry={() => refetch()}
      drafts={drafts}
    >
      <SourceTable<Source>
        label="Accounts"
        sources={sources}
        rows={KINDS.filter((kind) => sources.some((source) => accountOf(source, kind))).map(
          (kind) => ({
            key: kind,
            label: BOOKING_WORDS[kind].all,
            cell: (source, control) => {
              const saved = accountOf(source, kind);
              if (!saved) return null;
              const key = keyOf(source, kind);
              const id = drafts.valueOf(key)?.account_id ?? null;
              const known = [...(books?.accounts ?? []), ...(saved.account ? [saved.account] : [])];
              return (
                <AccountChoice
                  {...control}
                  chosen={known.find(({ Id }) => Id === id) ?? null}
                  none={noneFor(kind, saved.account)}
                  {...groupsFor(kind)}
                  disabled={drafts.saving}
                  onChoose={(chosen) => drafts.change(key, { account_id: chosen?.Id ?? null })}
                />
              );
            },
          }),
        )}
      />
    </SourceSettingsCard>
  );
}

function accountOf({ accounts }: Source, kind: SettingKind) {
  return accounts.find((each) => each.kind === kind);
}

const keyOf = ({ connection_id }: Source, kind: SettingKind) => `${connection_id} ${kind}`;

/** Each account is stored alone, so that two choices at the same moment keep each other. */
function bodiesOf(source: Source): [string, BodyOf<typeof saveAccountSetting>][] {
  const { integration_type, connection_id, accounts } = source;
  return accounts.map(({ kind, account }) => [
    keyOf(source, kind),
    { integration_type, connection_id, kind, account_id: account?.Id ?? null },
  ]);
}

/** Fees need a category: once there is one, it can only be exchanged for another. */
function noneFor(kind: SettingKind, account: object | null): string | undefined {
  if (kind !== "fee") return "Ask on each deposit";
  return account ? undefined : "Choose an expense category";
}

/** Fees go to an expense category; everything else to any account. */
function groupsFor(kind: SettingKind) {
  if (kind === "fee") return { usual: EXPENSE_GROUPS, only: true };
  return { usual: USUAL_GROUPS[kind] };
}
