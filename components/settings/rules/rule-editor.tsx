import { type FormEvent, useState } from "react";
import { TaskDialog } from "@/components/feedback/task-dialog";
import { useMay } from "@/components/session/companies";
import { ConditionFields } from "@/components/settings/rules/condition-fields";
import { OutcomeFields } from "@/components/settings/rules/outcome-fields";
import { useSaveRule } from "@/components/settings/rules/queries";
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
import { RulePreviewPane } from "@/components/settings/rules/rule-preview-pane";
import { Button } from "@/components/ui/button";
import { DialogFooter } from "@/components/ui/dialog";
import type { ReceiptSettings } from "@/lib/contracts/receipts";
import type { RuleDraft, RuleView } from "@/lib/contracts/rules";

interface RuleEditorProps {
  /** The rule that is changed; null: a new one. */
  rule: RuleView | null;
  start: RuleView | RuleDraft | null;
  /** Connected payment processors, with what their receipts are created with. */
  sources: ReceiptSettings["sources"];
  onClose: () => void;
}

/** Makes or changes a rule; beside it, the lines of the last months that it covers. */
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
