import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { TaskDialog } from "@/components/feedback/task-dialog";
import { useLedger, useMay } from "@/components/session/companies";
import { ConditionFields } from "@/components/settings/rules/condition-fields";
import { OutcomeFields } from "@/components/settings/rules/outcome-fields";
import { type Covering, rulePreviewQuery, useSaveRule } from "@/components/settings/rules/queries";
import {
  chosenOutcome,
  conditionErrors,
  conditionsOf,
  errorsOf,
  formOf,
  outcomeOf,
  type RuleFieldsProps,
  withFitting,
} from "@/components/settings/rules/rule-form";
import { Button } from "@/components/ui/button";
import { DialogFooter } from "@/components/ui/dialog";
import { ScrollArea } from "@/components/ui/scroll-area";
import { useDebounced } from "@/components/ui/use-debounced";
import type { ReceiptSettings } from "@/lib/contracts/receipts";
import type { RuleDraft, RuleOutcome, RulePreview, RuleView } from "@/lib/contracts/rules";
import { conditionsText, ruleText } from "@/lib/rules/rule-text";
import { coveredText, openText, wrongText } from "./rule-form";
import { TouchedLine } from "./touched-line";

interface RuleEditorProps {
  /** The rule that is changed; null: a new one. */
  rule: RuleView | null;
  start: RuleView | RuleDraft | null;
  /** Connected payment processors, with what their receipts are created with. */
  sources: ReceiptSettings["sources"];
  onClose: () => void;
}

/** Creates or edits a rule, next to the lines of the last months that it covers. */
export function RuleEditor({ rule, start, sources, onClose }: RuleEditorProps) {
  const [first] = sources;
  const [form, setForm] = useState(() => {
    const initial = formOf(start, first?.integration_type ?? "stripe");
    return start ? initial : { ...initial, item: first?.item ?? null };
  });
  const [isChecked, setChecked] = useState(false);
  const save = useSaveRule(rule?.id ?? null, onClose);
  const mayUse = useMay("admin");
  const found = errorsOf(form);
  const { integration_type } = form;
  const source = sources.find((each) => each.integration_type === integration_type)?.name ?? "";

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    const outcome = outcomeOf(form);
    if (Object.keys(found).length > 0 || !outcome) return;
    const conditions = conditionsOf(form);
    save.mutate({ integration_type, conditions, outcome: chosenOutcome(outcome) });
  }

  const fields: RuleFieldsProps = {
    form,
    // Errors wait for the first try.
    errors: isChecked ? found : {},
    onChange: (change) => setForm((before) => withFitting({ ...before, ...change })),
  };
  return (
    <TaskDialog
      title={rule ? "Edit rule" : "New rule"}
      description={`A ${rule?.active ? "changed" : "new"} rule is off until ${
        mayUse ? "you switch it on" : "an admin switches it on"
      }${rule?.active ? " again" : ""}.`}
      className="max-w-2xl"
      onClose={onClose}
    >
      <form noValidate onSubmit={submit} className="grid min-w-0 gap-6">
        <ConditionFields {...fields} sources={sources} />
        <OutcomeFields {...fields} />
        <RulePreviewPane
          source={source}
          covering={
            Object.keys(conditionErrors(form)).length > 0
              ? null
              : { integration_type, conditions: conditionsOf(form) }
          }
          outcome={outcomeOf(form)}
        />
        {save.error && (
          <p role="alert" className="text-sm text-destructive">
            {save.error.message}
          </p>
        )}
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save rule
          </Button>
        </DialogFooter>
      </form>
    </TaskDialog>
  );
}

const STATES: Record<RulePreview["rows"][number]["state"], string> = {
  matched: "Matched to a payment",
  decided: "Decided",
  open: "Open",
};

/** The rule in words, and what it would have covered; follows the form. */
function RulePreviewPane({
  source,
  covering,
  outcome,
}: {
  /** The processor's name. */
  source: string;
  /** Null: the conditions can't be used yet. */
  covering: Covering | null;
  outcome: RuleOutcome | null;
}) {
  return (
    <section aria-label="Preview" className="grid min-w-0 gap-3 rounded-lg bg-muted p-4 text-sm">
      <p className="font-medium text-pretty break-words">
        {covering &&
          (outcome
            ? ruleText({ source, conditions: covering.conditions, outcome })
            : `${conditionsText(source, covering.conditions)} → …`)}
      </p>
      {covering ? (
        <Found covering={covering} />
      ) : (
        <p className="text-muted-foreground">Correct the fields to see what the rule covers.</p>
      )}
    </section>
  );
}

function Found({ covering }: { covering: Covering }) {
  const ledger = useLedger();
  // As text, which stays equal while nothing is typed.
  const settled = useDebounced(JSON.stringify(covering));
  const { data, error, isFetching } = useQuery({
    ...rulePreviewQuery(JSON.parse(settled)),
    placeholderData: keepPreviousData,
  });
  if (error) return <p role="alert">{`Couldn't count the lines. ${error.message}`}</p>;
  return (
    <>
      <p role="status" aria-busy={isFetching} className="text-pretty">
        {data ? `${coveredText(data)} ${data.count > 0 ? openText(data) : ""}` : "Counting…"}
      </p>
      {data && data.wrong > 0 && (
        <p className="text-pretty text-warning">{wrongText(data, ledger)}</p>
      )}
      {data && data.rows.length > 0 && (
        <ScrollArea
          className="max-h-56"
          viewport={{ "aria-label": "Lines that it covers", role: "region", className: "max-h-56" }}
        >
          <ul className="divide-y border-y">
            {data.rows.map((row) => (
              <TouchedLine key={row.line_id} line={row} note={STATES[row.state]} />
            ))}
          </ul>
        </ScrollArea>
      )}
    </>
  );
}
