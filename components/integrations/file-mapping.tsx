import { useId } from "react";
import { Field } from "@/components/ui/field";
import { NativeSelect } from "@/components/ui/native-select";
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from "@/components/ui/table";
import type { PayoutFilePreview, PayoutMapping } from "@/lib/contracts/payout-files";

type Column = keyof PayoutMapping["columns"];
type Kind = NonNullable<PayoutMapping["kinds"]>[number]["kind"];

const COLUMNS: Record<Column, string> = {
  payout_id: "Payout id",
  payout_date: "Payout date",
  date: "Date of the payment",
  gross: "Gross amount",
  fee: "Fee",
  net: "Net amount",
  money_in: "Money in",
  money_out: "Money out",
  currency: "Currency",
  id: "Payment id",
  type: "Type",
  customer: "Customer",
  email: "Customer's email",
  description: "Description",
  number: "Order or invoice number",
};

const PAYOUTS: Record<PayoutMapping["payouts"], string> = {
  id: "Rows with the same payout id",
  date: "Rows with the same payout date",
  file: "All rows of the file",
};

const FEES = {
  cost: "Costs: gross less fee is net",
  signed: "With a sign: gross plus fee is net",
};

const KINDS: Record<Kind, string> = {
  charge: "Payment",
  refund: "Refund",
  dispute: "Dispute",
  dispute_reversal: "Dispute won",
  fee: "Fee",
  adjustment: "Adjustment",
  reserve: "Reserve",
  other: "Other",
  payout: "The payout itself",
  left_out: "Not part of a payout",
};

/** Which column is what, and what makes rows one payout. */
export function FileMapping({
  preview: { headings, sample },
  mapping,
  onChange,
}: {
  preview: PayoutFilePreview;
  mapping: PayoutMapping;
  onChange: (mapping: PayoutMapping) => void;
}) {
  const title = useId();
  const cellsOf = (heading: string | undefined) => {
    const at = heading === undefined ? -1 : headings.indexOf(heading);
    return at < 0 ? [] : sample.flatMap(({ cells }) => cells[at] || []);
  };
  const types = typesOf(mapping, cellsOf(mapping.columns.type));
  const kindOf = (type: string) => mapping.kinds?.find((each) => isSame(each.type, type))?.kind;
  const chooseKind = (type: string, kind: Kind | undefined) =>
    onChange({
      ...mapping,
      kinds: [
        ...(mapping.kinds ?? []).filter((each) => !isSame(each.type, type)),
        ...(kind ? [{ type, kind }] : []),
      ],
    });
  return (
    <section aria-labelledby={title} className="grid gap-4">
      <div className="grid gap-1">
        <h2 id={title} className="font-medium">
          Columns
        </h2>
        <p className="text-caption text-pretty text-muted-foreground">
          A date and an amount are needed: gross, net, or money in and money out. The rest helps
          matching.
        </p>
      </div>
      <Table aria-labelledby={title}>
        <TableHeader>
          <TableRow>
            <TableHead className="first:pl-0">What</TableHead>
            <TableHead>Column of the file</TableHead>
            <TableHead className="max-sm:hidden last:pr-0">For example</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {keysOf(COLUMNS).map((column) => {
            const chosen = mapping.columns[column];
            return (
              <TableRow key={column}>
                <TableCell className="first:pl-0">{COLUMNS[column]}</TableCell>
                <TableCell className="max-sm:pr-0">
                  <NativeSelect
                    aria-label={`Column of: ${COLUMNS[column]}`}
                    value={chosen ?? ""}
                    onChange={({ target }) =>
                      onChange({
                        ...mapping,
                        columns: { ...mapping.columns, [column]: target.value || undefined },
                      })
                    }
                  >
                    <option value="">None</option>
                    {[...new Set(headings)]
                      .filter((heading) => heading !== "")
                      .map((heading) => (
                        <option key={heading} value={heading}>
                          {heading}
                        </option>
                      ))}
                  </NativeSelect>
                </TableCell>
                <TableCell className="max-w-48 truncate text-muted-foreground max-sm:hidden last:pr-0">
                  {cellsOf(chosen)[0]}
                </TableCell>
              </TableRow>
            );
          })}
        </TableBody>
      </Table>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="What makes a payout">
          {(control) => (
            <NativeSelect
              {...control}
              value={mapping.payouts}
              onChange={({ target }) => {
                const payouts = keysOf(PAYOUTS).find((key) => key === target.value);
                if (payouts) onChange({ ...mapping, payouts });
              }}
            >
              {keysOf(PAYOUTS).map((key) => (
                <option key={key} value={key}>
                  {PAYOUTS[key]}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
        {mapping.columns.fee !== undefined && (
          <Field label="Fees are">
            {(control) => (
              <NativeSelect
                {...control}
                value={mapping.fees ?? ""}
                onChange={({ target }) =>
                  onChange({
                    ...mapping,
                    fees: keysOf(FEES).find((key) => key === target.value),
                  })
                }
              >
                <option value="">As the amounts show</option>
                {keysOf(FEES).map((key) => (
                  <option key={key} value={key}>
                    {FEES[key]}
                  </option>
                ))}
              </NativeSelect>
            )}
          </Field>
        )}
      </div>
      {types.length > 0 && (
        <fieldset className="grid gap-4 sm:grid-cols-2">
          <legend className="mb-3 text-sm font-medium">Rows of a type are</legend>
          {types.map((type) => (
            <Field key={type} label={type}>
              {(control) => (
                <NativeSelect
                  {...control}
                  value={kindOf(type) ?? ""}
                  onChange={({ target }) =>
                    chooseKind(
                      type,
                      keysOf(KINDS).find((key) => key === target.value),
                    )
                  }
                >
                  <option value="">As the word says</option>
                  {keysOf(KINDS).map((key) => (
                    <option key={key} value={key}>
                      {KINDS[key]}
                    </option>
                  ))}
                </NativeSelect>
              )}
            </Field>
          ))}
        </fieldset>
      )}
    </section>
  );
}

/** Those in the first rows, and those with a choice of their own. */
function typesOf({ kinds = [] }: PayoutMapping, cells: readonly string[]): string[] {
  const all = [...cells, ...kinds.map(({ type }) => type)].map((type) => type.trim());
  return all.filter((type, at) => all.findIndex((other) => isSame(other, type)) === at);
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

function keysOf<Key extends string>(words: Record<Key, string>): Key[] {
  return Object.keys(words) as Key[];
}
