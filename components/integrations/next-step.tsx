"use client";

import Link from "next/link";
import { type ReactNode, useId, useState } from "react";
import { AccountsDialog, type ConnectedSource } from "@/components/integrations/accounts-dialog";
import type { ProviderView } from "@/components/integrations/catalog";
import { useConnectByRedirect } from "@/components/integrations/connect-mutations";
import { Allowed } from "@/components/session/allowed";
import { Button } from "@/components/ui/button";
import { Card, CardContent } from "@/components/ui/card";
import { describeProvider, LEDGER, sourceProviders } from "@/lib/providers/list";

const ledger = describeProvider(LEDGER);

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
  const connect = useConnectByRedirect(ledger);
  const connectionOf = (wire: string) =>
    views.find(({ provider, status }) => provider.wire === wire && status === "connected")
      ?.connection ?? null;
  const sources = sourceProviders().flatMap((provider): ConnectedSource[] => {
    const connection = connectionOf(provider.wire);
    return connection ? [{ provider, connection }] : [];
  });
  const books = connectionOf(ledger.wire);
  if (sources.length === 0) return null;
  const unavailable = views.find(({ provider }) => provider.wire === ledger.wire)?.unavailable;
  if (unavailable) return <Step text={unavailable} />;
  if (!books) {
    return (
      <Step text={`Connect ${ledger.name}, to read your customers' payments and post deposits.`}>
        <Button loading={connect.isPending} onClick={() => connect.mutate()}>
          Continue
        </Button>
      </Step>
    );
  }
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
  if (posted !== 0) return null;
  return (
    <Step text="Review what is ready. Nothing is posted before.">
      <Button asChild>
        <Link href="/dashboard/review">Review</Link>
      </Button>
    </Step>
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
