import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useId, useState } from "react";
import { ConfirmDialog } from "@/components/feedback/confirm-dialog";
import { ErrorState } from "@/components/feedback/error-state";
import { TaskDialog } from "@/components/feedback/task-dialog";
import { Allowed } from "@/components/session/allowed";
import { useLedger } from "@/components/session/companies";
import { toastFailure } from "@/components/settings/queries";
import {
  rulePreviewQuery,
  ruleUsesQuery,
  useDeleteRule,
  useSwitchRule,
} from "@/components/settings/rules/queries";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DateText, DayText } from "@/components/ui/date-text";
import { ScrollArea } from "@/components/ui/scroll-area";
import { Skeleton } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";
import { toast } from "@/components/ui/toast";
import type { RulePreview, RuleView } from "@/lib/contracts/rules";
import { coveredText, openText, wrongText } from "./rule-form";
import { TouchedLine } from "./touched-line";

/** Which actions are disabled: there is nowhere to move to, or the change needs an admin. */
export interface Barred {
  up: boolean;
  down: boolean;
  /** Editing, deleting or turning it off: another active rule would then apply to its lines. */
  change: boolean;
}

interface RuleRowProps {
  rule: RuleView;
  barred: Barred;
  onMove: (by: "up" | "down") => void;
  onEdit: () => void;
}

/** One rule in words, with its switch and what else can be done with it. */
export function RuleRow({ rule, barred, onMove, onEdit }: RuleRowProps) {
  const words = useId();
  const [showsUses, setShowsUses] = useState(false);
  const remove = useDeleteRule();
  const { id, text, created_by, created_at, uses, last_used, obstacle, active } = rule;
  return (
    <li data-rule={id} className="grid gap-2 py-4">
      <div className="flex items-start justify-between gap-4">
        <p id={words} className="min-w-0 break-words text-pretty">
          {text}
        </p>
        {/* Switching on takes an admin: the rule then acts automatically. So does letting another one take over. */}
        <Allowed
          to={active && !barred.change ? "bookkeeper" : "admin"}
          instead={<Badge variant="outline">{active ? "On" : "Off"}</Badge>}
        >
          <RuleSwitch rule={rule} words={words} />
        </Allowed>
      </div>
      {active && obstacle && <p className="text-caption text-warning">{obstacle}</p>}
      {barred.change && (
        <Allowed to="bookkeeper">
          <p className="text-caption text-muted-foreground">
            Without it, another active rule would apply to its lines. Ask an owner or admin to
            change it.
          </p>
        </Allowed>
      )}
      <p className="text-caption text-muted-foreground">
        {created_by ? `Created by ${created_by}` : "Created by a former user"},{" "}
        <DayText at={created_at} />
        {uses > 0 && ` · used for ${uses === 1 ? "1 line" : `${uses} lines`}, last `}
        {last_used && <DateText date={last_used} />}
      </p>
      <div className="flex flex-wrap gap-1">
        <Allowed to="bookkeeper">
          <Button
            variant="outline"
            size="sm"
            aria-describedby={words}
            disabled={barred.change}
            onClick={onEdit}
          >
            Edit
          </Button>
        </Allowed>
        {uses > 0 && (
          <Button
            variant="outline"
            size="sm"
            aria-describedby={words}
            onClick={() => setShowsUses(true)}
          >
            What it did
          </Button>
        )}
        <Allowed to="bookkeeper">
          <Button
            variant="ghost"
            size="sm"
            data-move="up"
            aria-label="Move up"
            aria-describedby={words}
            disabled={barred.up}
            onClick={() => onMove("up")}
          >
            <ArrowUp aria-hidden="true" />
          </Button>
          <Button
            variant="ghost"
            size="sm"
            data-move="down"
            aria-label="Move down"
            aria-describedby={words}
            disabled={barred.down}
            onClick={() => onMove("down")}
          >
            <ArrowDown aria-hidden="true" />
          </Button>
          <Button
            variant="ghost"
            size="sm"
            aria-describedby={words}
            disabled={barred.change}
            loading={remove.isPending}
            onClick={() => remove.mutate(id)}
          >
            Delete
          </Button>
        </Allowed>
      </div>
      {showsUses && <RuleUses rule={rule} onClose={() => setShowsUses(false)} />}
    </li>
  );
}

/** Switching on is asked about, with what the rule would have covered. */
function RuleSwitch({ rule, words }: { rule: RuleView; words: string }) {
  const client = useQueryClient();
  const turn = useSwitchRule();
  const [counting, setCounting] = useState(false);
  const [asked, setAsked] = useState<RulePreview | null>(null);
  const { id, active, integration_type, conditions } = rule;

  async function ask() {
    setCounting(true);
    try {
      setAsked(await client.fetchQuery(rulePreviewQuery({ integration_type, conditions })));
    } catch (error) {
      if (error instanceof Error) toastFailure("Couldn't count the lines", error);
      else toast.error("Couldn't count the lines");
    } finally {
      setCounting(false);
    }
  }

  return (
    <>
      <Switch
        aria-label="On"
        aria-describedby={words}
        checked={active}
        disabled={counting || turn.isPending}
        onCheckedChange={(on) => (on ? ask() : turn.mutate({ rule_id: id, active: false }))}
      />
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => {
          if (!open) setAsked(null);
        }}
        title="Switch this rule on?"
        text={asked && <SwitchText rule={rule} preview={asked} />}
        action="Switch on"
        onConfirm={() => turn.mutate({ rule_id: id, active: true })}
      />
    </>
  );
}

function SwitchText({ rule, preview }: { rule: RuleView; preview: RulePreview }) {
  const ledger = useLedger();
  return (
    <span className="grid gap-2">
      <span className="text-foreground">{rule.text}</span>
      <span>{`It covers ${lowerFirst(coveredText(preview))} ${openText(preview)}`}</span>
      {preview.wrong > 0 && <span>{wrongText(preview, ledger)}</span>}
      <span>
        {`From now on it applies automatically, and complete deposits are posted to ${ledger.name}.`}
      </span>
    </span>
  );
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** The lines that a rule has decided. */
function RuleUses({ rule, onClose }: { rule: RuleView; onClose: () => void }) {
  const { data, error, refetch } = useQuery(ruleUsesQuery(rule.id));
  return (
    <TaskDialog title="What the rule did" description={rule.text} onClose={onClose}>
      {data && (
        <ScrollArea className="max-h-96">
          <ul aria-label="Lines" className="divide-y border-y">
            {data.uses.map((use) => (
              <TouchedLine key={use.line_id} line={use} note={use.text} />
            ))}
          </ul>
        </ScrollArea>
      )}
      {!data && error && (
        <ErrorState
          headingLevel="h3"
          title="Couldn't load the lines"
          error={error}
          onRetry={() => refetch()}
        />
      )}
      {!data && !error && <Skeleton className="h-24" />}
    </TaskDialog>
  );
}
