import type { ReactNode } from "react";
import type { ProviderKind, ProviderView } from "@/components/integrations/catalog";
import { LedgerCard } from "@/components/integrations/ledger-card";
import { latestRun } from "@/components/integrations/runs";
import { SourceCard } from "@/components/integrations/source-card";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import type { SyncRun } from "@/lib/contracts/integrations";
import type { KeyProvider } from "@/lib/providers/list";

const TABS: { kind: ProviderKind; label: string }[] = [
  { kind: "payment-processors", label: "Payment Processors" },
  { kind: "accounting", label: "Accounting Software" },
];

interface ProviderTabsProps {
  views: readonly ProviderView[];
  runs: readonly SyncRun[];
  tab: ProviderKind;
  onTab: (tab: ProviderKind) => void;
  onOpenForm: (id: KeyProvider["wire"]) => void;
  /** What follows the payment processors. */
  byFile: ReactNode;
}

/** The providers by kind, each as a card. */
export function ProviderTabs({ views, runs, tab, onTab, onOpenForm, byFile }: ProviderTabsProps) {
  return (
    <Tabs
      value={tab}
      onValueChange={(value) => {
        const chosen = TABS.find(({ kind }) => kind === value);
        if (chosen) onTab(chosen.kind);
      }}
    >
      <TabsList aria-label="Integrations">
        {TABS.map(({ kind, label }) => (
          <TabsTrigger key={kind} value={kind}>
            {label}
          </TabsTrigger>
        ))}
      </TabsList>
      {TABS.map(({ kind }) => (
        <TabsContent key={kind} value={kind} className="grid items-start gap-4 lg:grid-cols-2">
          {views
            .filter((view) => view.kind === kind)
            .map((view) => (
              <Provider
                key={view.provider.id}
                view={view}
                run={latestRun(runs, view.provider.wire, view.connection?.id)}
                runs={runs}
                onOpenForm={onOpenForm}
              />
            ))}
          {kind === "payment-processors" && byFile}
        </TabsContent>
      ))}
    </Tabs>
  );
}

function Provider({
  view,
  run,
  runs,
  onOpenForm,
}: {
  view: ProviderView;
  run: SyncRun | null;
  /** Of all accounts. */
  runs: readonly SyncRun[];
  onOpenForm: (id: KeyProvider["wire"]) => void;
}) {
  const { provider } = view;
  if (provider.role === "ledger") return <LedgerCard provider={provider} view={view} run={run} />;
  return (
    <SourceCard
      provider={provider}
      view={view}
      run={run}
      runs={runs}
      onConnect={() => onOpenForm(provider.wire)}
    />
  );
}
