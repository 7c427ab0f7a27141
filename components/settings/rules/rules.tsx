"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { receiptSettingsQuery } from "@/components/deposit-parts/existing-queries";
import { RULE_ORIGIN } from "@/components/deposit-parts/make-rule";
import { EmptyState } from "@/components/feedback/empty-state";
import { ErrorState } from "@/components/feedback/error-state";
import { TaskDialog } from "@/components/feedback/task-dialog";
import { Allowed } from "@/components/session/allowed";
import { useLedger, useMay } from "@/components/session/companies";
import {
  type RuleOrigin,
  ruleDraftQuery,
  rulesQuery,
  useOrderRules,
} from "@/components/settings/rules/queries";
import { RuleEditor } from "@/components/settings/rules/rule-editor";
import { type Barred, RuleRow } from "@/components/settings/rules/rule-row";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import type { ReceiptSettings } from "@/lib/contracts/receipts";
import type { RuleView } from "@/lib/contracts/rules";
import { changesPrecedence, hasSuccessor } from "@/lib/rules/rule-order";

/** The company's rules, in the order in which they decide. */
export function Rules() {
  const ledger = useLedger();
  const { data, error, refetch } = useQuery(rulesQuery);
  const sources = useQuery(receiptSettingsQuery);
  const { origin, forget } = useRuleOrigin();
  const mayMake = useMay("bookkeeper") === true;
  const [edited, setEdited] = useState<RuleView | "new" | null>(null);
  const rules = data?.rules ?? [];
  const [source] = sources.data?.sources ?? [];
  const create = source && (
    <Allowed to="bookkeeper">
      <Button onClick={() => setEdited("new")} variant={rules.length > 0 ? "outline" : "default"}>
        New rule
      </Button>
    </Allowed>
  );
  return (
    <Card className="max-w-3xl">
      <CardHeader>
        <CardTitle>Rules</CardTitle>
        <CardDescription>
          Rules handle lines with no payment in {ledger.name}. The first matching rule applies.
          Rules never change a match, a suggestion or a line you postponed.{" "}
          <Allowed
            to="admin"
            instead="Only owners and admins can turn rules on, or change which active rule comes first."
          >
            {null}
          </Allowed>
        </CardDescription>
      </CardHeader>
      <CardContent className="grid gap-4">
        {data && rules.length === 0 && (
          <EmptyState
            title="No rules yet"
            description={
              source
                ? "Decide once for lines that keep coming back, such as donations without a customer."
                : "Connect a payment processor first. Rules are about its lines."
            }
            action={create}
            className="py-8"
          />
        )}
        {rules.length > 0 && (
          <>
            <RuleList rules={rules} onEdit={setEdited} />
            <div>{create}</div>
          </>
        )}
        {!data && error && (
          <ErrorState
            headingLevel="h3"
            title="Couldn't load the rules"
            error={error}
            onRetry={() => refetch()}
          />
        )}
        {!data && !error && <Skeleton className="h-40" />}
      </CardContent>
      {edited !== null && source && (
        <RuleEditor
          rule={edited === "new" ? null : edited}
          start={edited === "new" ? null : edited}
          sources={sources.data?.sources ?? []}
          onClose={() => setEdited(null)}
        />
      )}
      {origin && source && mayMake && (
        <RuleFromLine origin={origin} sources={sources.data?.sources ?? []} onClose={forget} />
      )}
    </Card>
  );
}

type Move = "up" | "down";

function RuleList({ rules, onEdit }: { rules: RuleView[]; onEdit: (rule: RuleView) => void }) {
  const order = useOrderRules();
  const mayReorder = useMay("admin") === true;
  const list = useRef<HTMLOListElement>(null);
  const [moved, setMoved] = useState<{ id: number; by: Move } | null>(null);

  // The moved row is another place of the list now, and has lost the focus on the way.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per order
  useEffect(() => {
    if (!moved) return;
    const row = list.current?.querySelector(`[data-rule="${moved.id}"]`);
    const buttons = [...(row?.querySelectorAll<HTMLButtonElement>("[data-move]") ?? [])];
    const same = buttons.find((button) => button.dataset.move === moved.by && !button.disabled);
    (same ?? buttons.find((button) => !button.disabled))?.focus();
  }, [moved, rules]);

  function move(index: number, by: Move) {
    const next = [...rules];
    const [rule] = next.splice(index, 1);
    if (!rule) return;
    next.splice(index + (by === "up" ? -1 : 1), 0, rule);
    order.mutate(next);
    setMoved({ id: rule.id, by });
  }

  const placed = rules.map(({ integration_type: source, ...rule }) => ({ ...rule, source }));
  /** Whether a move needs an admin: it changes which of two active rules comes first. */
  function swaps(index: number, by: Move): boolean {
    const next = [...placed];
    next.splice(index + (by === "up" ? -1 : 1), 0, ...next.splice(index, 1));
    return changesPrecedence(placed, next);
  }
  const barred = (index: number): Barred => ({
    up: index === 0 || (!mayReorder && swaps(index, "up")),
    down: index === rules.length - 1 || (!mayReorder && swaps(index, "down")),
    change: !mayReorder && hasSuccessor(placed, rules[index]?.id ?? 0),
  });

  const place = rules.findIndex(({ id }) => id === moved?.id) + 1;
  return (
    <>
      <ol ref={list} aria-label="Rules" className="divide-y border-y">
        {rules.map((rule, index) => (
          <RuleRow
            key={rule.id}
            rule={rule}
            barred={barred(index)}
            onMove={(by) => move(index, by)}
            onEdit={() => onEdit(rule)}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {place > 0 && `Rule moved to place ${place} of ${rules.length}`}
      </p>
    </>
  );
}

/** The line that the address asks a rule for, and how to forget it. */
function useRuleOrigin(): { origin: RuleOrigin | null; forget: () => void } {
  const asked = /^(\d+)\.(\d+)$/.exec(useSearchParams().get(RULE_ORIGIN) ?? "");
  return {
    origin: asked && { deposit_id: Number(asked[1]), line_id: Number(asked[2]) },
    forget: () => {
      const address = new URL(window.location.href);
      address.searchParams.delete(RULE_ORIGIN);
      window.history.replaceState(null, "", address);
    },
  };
}

/** The editor, prefilled from a line and what was chosen for it. */
function RuleFromLine({
  origin,
  sources,
  onClose,
}: {
  origin: RuleOrigin;
  sources: ReceiptSettings["sources"];
  onClose: () => void;
}) {
  const { data, error, refetch } = useQuery(ruleDraftQuery(origin));
  if (data) return <RuleEditor rule={null} start={data} sources={sources} onClose={onClose} />;
  if (!error) return null;
  return (
    <TaskDialog title="New rule" description="From a line of a deposit." onClose={onClose}>
      <ErrorState
        headingLevel="h3"
        title="Couldn't read the line"
        description={error.message}
        error={error}
        onRetry={() => refetch()}
      />
    </TaskDialog>
  );
}
