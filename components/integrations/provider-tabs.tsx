import { AuthorizeSettings } from "@/components/integrations/authorize-settings";
import type { ProcessorId, ProviderKind, ProviderView } from "@/components/integrations/catalog";
import { ProcessorCard } from "@/components/integrations/processor-card";
import { ProviderCard } from "@/components/integrations/provider-card";
import { QuickbooksCard } from "@/components/integrations/quickbooks-card";
import { latestRun } from "@/components/integrations/runs";
import { StripeSettings } from "@/components/integrations/stripe-settings";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import type { SyncRun } from "@/lib/contracts/integrations";

const TABS: { kind: ProviderKind; label: string }[] = [
  { kind: "payment-processors", label: "Payment Processors" },
  { kind: "accounting", label: "Accounting Software" },
];

interface ProviderTabsProps {
  views: readonly ProviderView[];
  runs: readonly SyncRun[];
  tab: ProviderKind;
  onTab: (tab: ProviderKind) => void;
  onOpenForm: (id: ProcessorId) => void;
}

/** The providers by kind, each as a card. */
export function ProviderTabs({ views, runs, tab, onTab, onOpenForm }: ProviderTabsProps) {
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
        <TabsContent key={kind} value={kind} className="grid items-start gap-4 md:grid-cols-2">
          {views
            .filter((view) => view.kind === kind)
            .map((view) => (
              <Provider
                key={view.id}
                view={view}
                run={latestRun(runs, view.id)}
                onOpenForm={onOpenForm}
              />
            ))}
        </TabsContent>
      ))}
    </Tabs>
  );
}

function Provider({
  view,
  run,
  onOpenForm,
}: {
  view: ProviderView;
  run: SyncRun | null;
  onOpenForm: (id: ProcessorId) => void;
}) {
  switch (view.id) {
    case "stripe":
      return (
        <ProcessorCard
          id="stripe"
          view={view}
          run={run}
          onConnect={() => onOpenForm("stripe")}
          settings={(connection, close) => (
            <StripeSettings connection={connection} onClose={close} />
          )}
        />
      );
    case "authorize":
      return (
        <ProcessorCard
          id="authorize"
          view={view}
          run={run}
          onConnect={() => onOpenForm("authorize")}
          settings={(_, close) => <AuthorizeSettings onClose={close} />}
        />
      );
    case "quickbook":
      return <QuickbooksCard view={view} run={run} />;
    default:
      return <ProviderCard view={view} />;
  }
}
