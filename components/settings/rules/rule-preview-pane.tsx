import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { coveredText, openText, wrongText } from "@/components/settings/rules/preview-text";
import { type Covering, rulePreviewQuery } from "@/components/settings/rules/queries";
import { TouchedLine } from "@/components/settings/rules/touched-line";
import { ScrollArea } from "@/components/ui/scroll-area";
import { useDebounced } from "@/components/ui/use-debounced";
import type { RuleOutcome, RulePreview } from "@/lib/contracts/rules";
import { conditionsText, ruleText } from "@/lib/rules/rule-text";

const STATES: Record<RulePreview["rows"][number]["state"], string> = {
  matched: "Matched to a payment",
  decided: "Decided",
  open: "Open",
};

/** The rule in words, and what it would have covered; follows the form. */
export function RulePreviewPane({
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
      {data && data.wrong > 0 && <p className="text-pretty text-warning">{wrongText(data)}</p>}
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
