"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { type ReactNode, useId, useState } from "react";
import { banksQuery, expensesQuery } from "@/components/deposit-parts/existing-queries";
import type { ProviderView } from "@/components/integrations/catalog";
import { useConnectByRedirect } from "@/components/integrations/connect-mutations";
import { Allowed } from "@/components/session/allowed";
import { Button } from "@/components/ui/button";
import { Card, CardContent } from "@/components/ui/card";
import type { Integration } from "@/lib/contracts/integrations";
import { type LedgerProvider, type SourceProvider, sourceProviders } from "@/lib/providers/list";
import { AccountSelect, obviousBank, obviousFees } from "./account-select";
import { SettingsDialog } from "./settings-dialog";
import { useSaveAccounts } from "./settings-mutations";

const eitherOf = new Intl.ListFormat("en", { type: "disjunction" });

/** Once a processor is connected: what a new company does next, up to its first review. */
export function NextStep({
  views,
  posted,
}: {
  views: readonly ProviderView[];
  /** Number of deposits posted; undefined while it isn't known. */
  posted: number | undefined;
}) {
  const [isChoosing, setChoosing] = useState(false);
  const connectionOf = (wire: string) =>
    views.find(({ provider, status }) => provider.wire === wire && status === "connected")
      ?.connection ?? null;
  const sources = sourceProviders().flatMap((provider): ConnectedSource[] => {
    const connection = connectionOf(provider.wire);
    return connection ? [{ provider, connection }] : [];
  });
  if (sources.length === 0) return null;
  const ledgers = ledgersIn(views);
  const [own] = ledgers;
  if (own?.view.status !== "connected" || !own.view.connection) {
    const offered = ledgers.filter(({ view }) => view.unavailable === null);
    if (offered.length === 0) return <Step text={own?.view.unavailable ?? ""} />;
    const names = eitherOf.format(offered.map(({ ledger }) => ledger.name));
    return (
      <Step text={`Connect ${names}, to read your customers' payments and post deposits.`}>
        <div className="flex flex-wrap gap-2">
          {offered.map(({ ledger }) => (
            <ConnectButton key={ledger.wire} ledger={ledger}>
              {offered.length === 1 ? "Continue" : `Continue with ${ledger.name}`}
            </ConnectButton>
          ))}
        </div>
      </Step>
    );
  }
  const { ledger } = own;
  const books = own.view.connection;
  const isChosen =
    Boolean(books.meta_data.default_bank) &&
    sources.every(({ connection }) => Boolean(connection.meta_data.id));
  if (!isChosen) {
    return (
      <Step text="Choose the accounts that deposits and fees are booked to.">
        <Button onClick={() => setChoosing(true)}>Choose accounts</Button>
        {isChoosing && (
          <AccountsDialog {...{ ledger, books, sources }} onClose={() => setChoosing(false)} />
        )}
      </Step>
    );
  }
  if (books.meta_data.payment_accounts === "0") {
    return (
      <Step
        text={`Choose the account in ${ledger.name} that your customers' payments wait in. Until then, nothing can be matched.`}
      >
        <Button asChild>
          <Link href={`/integrations?tab=accounting&settings=${ledger.wire}`}>Choose account</Link>
        </Button>
      </Step>
    );
  }
  if (posted !== 0) return null;
  return (
    <Step text="Review what's ready. Nothing posts until you do.">
      <Button asChild>
        <Link href="/dashboard/review">Review</Link>
      </Button>
    </Step>
  );
}

interface OfferedLedger {
  ledger: LedgerProvider;
  view: ProviderView;
}

/** The accounting software that the company has, be its access expired; without any, what this installation offers. */
function ledgersIn(views: readonly ProviderView[]): OfferedLedger[] {
  const all = views.flatMap((view): OfferedLedger[] =>
    view.provider.role === "ledger" ? [{ ledger: view.provider, view }] : [],
  );
  const own = all.filter(({ view }) => view.connection !== null);
  return own.length > 0 ? own : all.filter(({ view }) => view.status !== "coming_soon");
}

function ConnectButton({ ledger, children }: { ledger: LedgerProvider; children: ReactNode }) {
  const connect = useConnectByRedirect(ledger);
  return (
    <Button loading={connect.isPending} onClick={() => connect.mutate()}>
      {children}
    </Button>
  );
}

function Step({ text, children }: { text: string; children?: ReactNode }) {
  const id = useId();
  return (
    <Allowed to="admin">
      <Card role="region" aria-labelledby={id}>
        <CardContent className="flex flex-col gap-3 sm:flex-row sm:items-center sm:justify-between sm:gap-6">
          <div>
            <h2 id={id} className="font-semibold">
              Next step
            </h2>
            <p className="text-pretty text-muted-foreground">{text}</p>
          </div>
          {children}
        </CardContent>
      </Card>
    </Allowed>
  );
}

/** A processor with its first connection, whose settings all its accounts share. */
interface ConnectedSource {
  provider: SourceProvider;
  connection: Integration;
}

/** The accounts that posting needs, all at once: the bank account and each processor's expense category. */
function AccountsDialog({
  ledger,
  books,
  sources,
  onClose,
}: {
  ledger: LedgerProvider;
  books: Integration;
  sources: readonly ConnectedSource[];
  onClose: () => void;
}) {
  const banks = useQuery(banksQuery);
  const expenses = useQuery(expensesQuery);
  const save = useSaveAccounts(ledger, { onSaved: onClose });
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const choose = (key: string) => (id: string) => setChosen({ ...chosen, [key]: id });
  const listed = { banks: banks.data?.banks ?? [], expenses: expenses.data?.expenses ?? [] };
  // The first time, obvious accounts only have to be saved.
  const bank = chosen.bank ?? (books.meta_data.default_bank || obviousBank(listed.banks));
  const categoryOf = ({ provider, connection }: ConnectedSource) =>
    chosen[provider.wire] ?? (connection.meta_data.id || obviousFees(listed.expenses));
  const isWhole = bank !== "" && sources.every((source) => categoryOf(source) !== "");
  const failed = [banks, expenses].find(({ data, error }) => !data && error);
  return (
    <SettingsDialog
      title="Choose Accounts"
      description="Deposits go to the bank account, fees to the expense categories. You can change them in each provider's settings."
      loading={[banks, expenses].some(({ data, isFetching }) => !data && isFetching)}
      error={failed?.error ?? null}
      onRetry={() => void Promise.all([banks.refetch(), expenses.refetch()])}
      dirty={isWhole && Object.keys(chosen).length > 0}
      proposes={isWhole}
      guarded={Object.keys(chosen).length > 0}
      saving={save.isPending}
      onSave={() =>
        save.mutate({
          bank: listed.banks.find(({ Id }) => Id === bank),
          categories: sources.map((source) => ({
            provider: source.provider,
            category: listed.expenses.find(({ Id }) => Id === categoryOf(source)),
          })),
        })
      }
      onClose={onClose}
    >
      <AccountSelect
        label="Bank account"
        placeholder="Select bank account"
        emptyText={`${ledger.name} has no bank accounts. Add one there, then come back.`}
        accounts={listed.banks}
        chosen={bank}
        onChoose={choose("bank")}
      />
      {sources.map((source) => (
        <AccountSelect
          key={source.provider.wire}
          label={`Expense category for ${source.provider.name} fees`}
          placeholder="Select expense category"
          emptyText={`${ledger.name} has no expense accounts. Add one there, then come back.`}
          accounts={listed.expenses}
          chosen={categoryOf(source)}
          onChoose={choose(source.provider.wire)}
        />
      ))}
    </SettingsDialog>
  );
}
