import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CustomerTag } from "@/components/books/customer-tag";
import { lineSettingsQuery } from "@/components/books/line-queries";
import { NameChoice } from "@/components/books/name-choice";
import { refreshBooks } from "@/components/books/refresh-books";
import { Field } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { LineLists, LineSettings, saveLineSettings } from "@/lib/contracts/line-settings";

type Source = LineSettings["sources"][number];
type Body = BodyOf<typeof saveLineSettings>;

/** What the lines of one processor carry; each choice is saved at once. */
export function SourceLines({ source, lists }: { source: Source; lists: LineLists | undefined }) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (body: Body) => call("PUT /settings/lines/", { body }),
    onSuccess: async ({ message }) => {
      await Promise.all([
        client.invalidateQueries({ queryKey: lineSettingsQuery.queryKey }),
        refreshBooks(client),
      ]);
      toast.success(message);
    },
    onError: (error) => toast.error("Couldn't save the choice", { description: error.message }),
  });
  const change = (changed: Partial<Body>) => save.mutate({ ...bodyOf(source), ...changed });
  const choices = [
    {
      ...{ key: "tax_code_id", label: "Tax code", none: "Not applicable" },
      ...{ saved: source.tax_code, names: lists?.tax_codes ?? [] },
    },
    {
      ...{ key: "class_id", label: "Class", none: "No class" },
      ...{ saved: source.class, names: lists?.classes ?? [] },
    },
    {
      ...{ key: "location_id", label: "Location of the deposit", none: "No location" },
      ...{ saved: source.location, names: lists?.locations ?? [] },
    },
    {
      ...{ key: "payment_method_id", label: "Payment method", none: "No payment method" },
      ...{ saved: source.payment_method, names: lists?.payment_methods ?? [] },
    },
  ] as const;
  return (
    <section aria-label={`Lines from ${source.name}`} className="grid gap-4">
      <h3 className="text-sm font-semibold">{source.name}</h3>
      <div className="grid gap-4 sm:grid-cols-2">
        {choices
          .filter(({ names, saved }) => names.length > 0 || saved)
          .map(({ key, label, names, saved, none }) => (
            <Field key={key} label={label}>
              {(control) => (
                <NameChoice
                  {...control}
                  value={saved?.Id ?? null}
                  names={names}
                  saved={saved}
                  none={none}
                  disabled={save.isPending}
                  onChoose={(id) => change({ [key]: id })}
                />
              )}
            </Field>
          ))}
        <CustomerTag
          customer={source.customer}
          onChoose={(customer) => {
            if (customer?.Id !== source.customer?.Id) change({ customer });
          }}
        />
      </div>
    </section>
  );
}

function bodyOf(source: Source): Body {
  return {
    integration_type: source.integration_type,
    tax_code_id: source.tax_code?.Id ?? null,
    class_id: source.class?.Id ?? null,
    location_id: source.location?.Id ?? null,
    customer: source.customer,
    payment_method_id: source.payment_method?.Id ?? null,
  };
}
