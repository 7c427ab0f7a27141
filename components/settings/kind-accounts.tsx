"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { AccountChoice } from "@/components/deposit-parts/account-choice";
import { accountsQuery } from "@/components/deposit-parts/existing-queries";
import { CONNECTIONS, refreshBooks } from "@/components/deposit-parts/refresh-books";
import { ReloadLists } from "@/components/deposit-parts/reload-lists";
import { ErrorState } from "@/components/feedback/error-state";
import { useLedger } from "@/components/session/companies";
import { accountSettingsQuery } from "@/components/settings/queries";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import { EXPENSE_GROUPS, USUAL_GROUPS } from "@/lib/constants/bookings";
import type { AccountSettings, SettingKind, saveAccountSetting } from "@/lib/contracts/bookings";
import type { BodyOf } from "@/lib/contracts/endpoint";
import { BOOKING_WORDS } from "@/lib/line-bookings";

type Source = AccountSettings["sources"][number];

/** Where each kind of line is booked that no payment in the books explains, by payment source. */
export function KindAccounts() {
  const ledger = useLedger();
  const { data, error, refetch } = useQuery(accountSettingsQuery);
  const { data: books, error: booksError } = useQuery(accountsQuery);
  return (
    <Card id="accounts" className="max-w-2xl">
      <CardHeader>
        <CardTitle>Accounts</CardTitle>
        <CardDescription>
          Accounts for refunds, disputes and other items with no payment in {ledger.name}. Leave
          blank to be asked each time. {books && books.accounts.length > 0 && <ReloadLists />}
        </CardDescription>
      </CardHeader>
      <CardContent className="grid gap-6">
        {booksError && <p role="alert">{`Couldn't load the accounts. ${booksError.message}`}</p>}
        {books?.accounts.length === 0 && (
          <p className="text-sm text-muted-foreground">
            Connect {ledger.name} first. Accounts come from your chart of accounts.
          </p>
        )}
        {data?.sources.length === 0 && (
          <p className="text-sm text-muted-foreground">Connect a payment processor first.</p>
        )}
        {data?.sources.map((source) => (
          <SourceAccounts key={source.connection_id} source={source} />
        ))}
        {!data && error && (
          <ErrorState
            headingLevel="h3"
            title="Couldn't load the accounts"
            error={error}
            onRetry={() => refetch()}
          />
        )}
        {!data && !error && <Skeleton className="h-40" />}
      </CardContent>
    </Card>
  );
}

function SourceAccounts({ source }: { source: Source }) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (body: BodyOf<typeof saveAccountSetting>) =>
      call("PUT /settings/accounts/", { body }),
    onSuccess: async ({ message }) => {
      await Promise.all([
        client.invalidateQueries({ queryKey: accountSettingsQuery.queryKey }),
        client.invalidateQueries({ queryKey: CONNECTIONS }),
        refreshBooks(client),
      ]);
      toast.success(message);
    },
    onError: (error) => toast.error("Couldn't save the account", { description: error.message }),
  });
  const { integration_type, connection_id, name } = source;
  return (
    <section aria-label={`Accounts for ${name}`} className="grid gap-4">
      <h3 className="text-sm font-semibold">{name}</h3>
      <div className="grid gap-4 sm:grid-cols-2">
        {source.accounts.map(({ kind, account }) => (
          <Field key={kind} label={BOOKING_WORDS[kind].all}>
            {(control) => (
              <AccountChoice
                {...control}
                chosen={account}
                none={noneFor(kind, account)}
                {...groupsFor(kind)}
                disabled={save.isPending}
                onChoose={(chosen) =>
                  save.mutate({
                    integration_type,
                    connection_id,
                    kind,
                    account_id: chosen?.Id ?? null,
                  })
                }
              />
            )}
          </Field>
        ))}
      </div>
    </section>
  );
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
