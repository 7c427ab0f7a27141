import { useQuery } from "@tanstack/react-query";
import { Field } from "@/components/ui/field";
import { Skeleton } from "@/components/ui/skeleton";
import { CustomerTag } from "./customer-tag";
import { NameChoice, type Named } from "./name-choice";
import { receiptListsQuery } from "./receipt-queries";

/** The fields of a Deposit's line other than its account. */
export interface Tags {
  customer: Named | null;
  class: Named | null;
}

export const NO_TAGS: Tags = { customer: null, class: null };

/** Customer and class of a booked amount, both optional; the class only where the company uses classes. */
export function TagFields({ tags, onChange }: { tags: Tags; onChange: (tags: Tags) => void }) {
  const { data, isPending } = useQuery(receiptListsQuery);
  const classes = data?.classes ?? [];
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <CustomerTag
        customer={tags.customer}
        onChoose={(customer) => onChange({ ...tags, customer })}
      />
      {isPending && <Skeleton className="h-16" />}
      {classes.length > 0 && (
        <Field label="Class (optional)">
          {(control) => (
            <NameChoice
              {...control}
              value={tags.class?.Id ?? null}
              names={classes}
              none="No class"
              onChoose={(id) =>
                onChange({ ...tags, class: classes.find(({ Id }) => Id === id) ?? null })
              }
            />
          )}
        </Field>
      )}
    </div>
  );
}
