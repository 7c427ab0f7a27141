"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
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
const allOf = new Intl.ListFormat("en");

/** Once a processor is connected: what a new company does next, up to its first review. */
export function NextStep({
  views,
  posted,
}: {
  views: readonly ProviderView[];
  /** Number of deposits posted; undefined while it isn't known. */
  posted: number | undefined;
}) {
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
  if (!isChosen) return <AccountsStep {...{ ledger, books, sources }} />;
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

interface AccountsProps {
  ledger: LedgerProvider;
  books: Integration;
  sources: readonly ConnectedSource[];
}

/** Obvious accounts are named and only have to be accepted; others are chosen in a dialog. Then comes the review. */
function AccountsStep(props: AccountsProps) {
  const { ledger, books, sources } = props;
  const [isChoosing, setChoosing] = useState(false);
  const router = useRouter();
  const accounts = useAccounts(props);
  const save = useSaveAccounts(ledger, {
    onSaved: () => {
      setChoosing(false);
      if (books.meta_data.payment_accounts !== "0") router.push("/dashboard/review");
    },
  });
  const saveAll = () => save.mutate(accounts.choices);
  const { bank, categories } = accounts.choices;
  const fees = sources.map(
    ({ provider }, index) => `${provider.name} fees to ${categories[index]?.category?.Name}`,
  );
  return (
    <Step
      text={
        accounts.isWhole && !isChoosing
          ? `Deposits go to ${bank?.Name}, ${allOf.format(fees)}.`
          : "Choose the accounts that deposits and fees are booked to."
      }
    >
      <div className="flex flex-wrap gap-2">
        {accounts.isWhole && (
          <Button loading={save.isPending} onClick={saveAll}>
            Use these accounts
          </Button>
        )}
        <Button
          variant={accounts.isWhole ? "outline" : "default"}
          onClick={() => setChoosing(true)}
        >
          Choose accounts
        </Button>
      </div>
      {isChoosing && (
        <AccountsDialog
          {...{ ledger, sources, accounts }}
          isSaving={save.isPending}
          onSave={saveAll}
          onClose={() => setChoosing(false)}
        />
      )}
    </Step>
  );
}

/** The accounts that posting needs: what was chosen, what is set, or what is obvious. */
function useAccounts({ books, sources }: AccountsProps) {
  const banks = useQuery(banksQuery);
  const expenses = useQuery(expensesQuery);
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const listed = { banks: banks.data?.banks ?? [], expenses: expenses.data?.expenses ?? [] };
  const bankId = chosen.bank ?? (books.meta_data.default_bank || obviousBank(listed.banks));
  const choices = {
    bank: listed.banks.find(({ Id }) => Id === bankId),
    categories: sources.map(({ provider, connection }) => {
      const id = chosen[provider.wire] ?? (connection.meta_data.id || obviousFees(listed.expenses));
      return { provider, category: listed.expenses.find(({ Id }) => Id === id) };
    }),
  };
  return {
    listed,
    choices,
    isWhole: choices.bank !== undefined && choices.categories.every(({ category }) => category),
    isChanged: Object.keys(chosen).length > 0,
    choose: (key: string) => (id: string) => setChosen({ ...chosen, [key]: id }),
    isLoading: [banks, expenses].some(({ data, isFetching }) => !data && isFetching),
    error: [banks, expenses].find(({ data, error }) => !data && error)?.error ?? null,
    onRetry: () => void Promise.all([banks.refetch(), expenses.refetch()]),
  };
}

/** The bank account and each processor's expense category, all at once. */
function AccountsDialog({
  ledger,
  sources,
  accounts: { listed, choices, isWhole, isChanged, choose, isLoading, error, onRetry },
  isSaving,
  onSave,
  onClose,
}: Omit<AccountsProps, "books"> & {
  accounts: ReturnType<typeof useAccounts>;
  isSaving: boolean;
  onSave: () => void;
  onClose: () => void;
}) {
  return (
    <SettingsDialog
      title="Choose Accounts"
      description="Deposits go to the bank account, fees to the expense categories. You can change them in each provider's settings."
      loading={isLoading}
      dirty={isWhole && isChanged}
      proposes={isWhole}
      guarded={isChanged}
      saving={isSaving}
      {...{ error, onRetry, onSave, onClose }}
    >
      <AccountSelect
        label="Bank account"
        placeholder="Select bank account"
        emptyText={`${ledger.name} has no bank accounts. Add one there, then come back.`}
        accounts={listed.banks}
        chosen={choices.bank?.Id ?? ""}
        onChoose={choose("bank")}
      />
      {sources.map(({ provider }, index) => (
        <AccountSelect
          key={provider.wire}
          label={`Expense category for ${provider.name} fees`}
          placeholder="Select expense category"
          emptyText={`${ledger.name} has no expense accounts. Add one there, then come back.`}
          accounts={listed.expenses}
          chosen={choices.categories[index]?.category?.Id ?? ""}
          onChoose={choose(provider.wire)}
        />
      ))}
    </SettingsDialog>
  );
}
