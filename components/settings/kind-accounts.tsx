"use client";

import { useQuery } from "@tanstack/react-query";
import { AccountChoice } from "@/components/deposit-parts/account-choice";
import { accountsQuery } from "@/components/deposit-parts/existing-queries";
import { useLedger } from "@/components/session/companies";
import { ChoiceTable } from "@/components/settings/choice-table";
import { accountSettingsQuery } from "@/components/settings/queries";
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
  const books = useQuery(accountsQuery);
  const accounts = books.data?.accounts;
  return (
    <ChoiceTable<Source, BodyOf<typeof saveAccountSetting>>
      id="accounts"
      title="Accounts"
      description={`Accounts for refunds, disputes and other items with no payment in ${ledger.name}. Leave blank to be asked each time.`}
      settings={useQuery(accountSettingsQuery)}
      settingsKey={accountSettingsQuery.queryKey}
      lists={{
        ...{ name: "the accounts", error: books.error, count: accounts?.length },
        source: "Accounts come from your chart of accounts.",
      }}
      rowsApart
      bodyOf={bodyOf}
      save={(body) => call("PUT /settings/accounts/", { body })}
      failed="Couldn't save the accounts"
      rows={KINDS.map((kind) => ({
        key: kind,
        label: BOOKING_WORDS[kind].all,
        cell: ({ source, value, change, control }) => {
          const saved = accountOf(source, kind)?.account ?? null;
          const known = [...(accounts ?? []), ...(saved ? [saved] : [])];
          return (
            <AccountChoice
              {...control}
              chosen={known.find(({ Id }) => Id === value.account_id) ?? null}
              {...choicesFor(kind, saved)}
              onChoose={(chosen) => change({ account_id: chosen?.Id ?? null })}
            />
          );
        },
      }))}
    />
  );
}

function accountOf({ accounts }: Source, row: string) {
  return accounts.find(({ kind }) => kind === row);
}

function bodyOf(source: Source, row: string) {
  const { integration_type, connection_id } = source;
  const saved = accountOf(source, row);
  return (
    saved && {
      ...{ integration_type, connection_id, kind: saved.kind },
      account_id: saved.account?.Id ?? null,
    }
  );
}

/** Fees need an expense category: once there is one, it can only be exchanged for another. */
function choicesFor(kind: SettingKind, saved: object | null) {
  if (kind !== "fee") return { none: "Ask on each deposit", usual: USUAL_GROUPS[kind] };
  const none = saved ? undefined : "Choose an expense category";
  return { none, usual: EXPENSE_GROUPS, only: true };
}
