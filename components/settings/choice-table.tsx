"use client";

import type { QueryKey, UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { CONNECTIONS } from "@/components/deposit-parts/refresh-books";
import { ReloadLists } from "@/components/deposit-parts/reload-lists";
import { NameChoice, type Named } from "@/components/deposit-parts/tag-fields";
import { ErrorState } from "@/components/feedback/error-state";
import { useLedger } from "@/components/session/companies";
import { NotSaved } from "@/components/settings/save-all";
import { useDrafts } from "@/components/settings/use-drafts";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { cn } from "@/lib/cn";

/** A payment processor. */
interface Processor {
  connection_id: string;
  name: string;
}

/** What a control is drawn from. */
interface Cell<Source, Body> {
  source: Source;
  /** What is stored, with the changes that wait. */
  value: Body;
  change: (part: Partial<Body>) => void;
  /** Ties the control to its row and its processor; spread it on the control. */
  control: {
    "aria-label": string;
    "aria-describedby": string | undefined;
    "aria-invalid": boolean;
  };
  /** Another one after each discarding. */
  round: number;
}

/** A kind of choice: one of the ledger's lists, or a control of its own. */
type ChoiceRow<Source, Body> = { label: string; hint?: string | undefined } & (
  | {
      /** The field of the body that takes the Id. */
      key: keyof Body & string;
      names: readonly Named[];
      none: string;
      savedOf: (source: Source) => Named | null;
    }
  | { key: string; cell: (cell: Cell<Source, Body>) => ReactNode }
);

interface ChoiceTableProps<Source extends Processor, Body extends Record<string, unknown>> {
  /** The part of the address after "#". */
  id: string;
  title: string;
  description: string;
  settings: UseQueryResult<{ sources: Source[] }>;
  settingsKey: QueryKey;
  /** What is chosen from; `source` says where it comes from, for books without any. */
  lists: { name: string; error: Error | null; count: number | undefined; source?: string };
  /** What is stored for a processor and a row; undefined where the processor never has it. */
  bodyOf: (source: Source, row: string) => Body | undefined;
  /** Each row is stored alone, so that two choices at the same moment keep each other. */
  rowsApart?: boolean;
  save: (body: Body) => Promise<{ message: string }>;
  /** "Couldn't save the accounts" */
  failed: string;
  rows: readonly ChoiceRow<Source, Body>[];
}

/** Choices by payment processor: one row a kind, one column a processor; on phones one under the other. */
export function ChoiceTable<Source extends Processor, Body extends Record<string, unknown>>(
  props: ChoiceTableProps<Source, Body>,
) {
  const { id, title, settings, lists, rows } = props;
  const hintId = useId();
  const ledger = useLedger();
  const sources = settings.data?.sources ?? [];
  const keyOf = ({ connection_id }: Source, row: string) =>
    props.rowsApart ? `${connection_id} ${row}` : connection_id;
  const saved = new Map<string, Body>();
  for (const source of sources) {
    for (const { key } of rows) {
      const body = props.bodyOf(source, key);
      if (body) saved.set(keyOf(source, key), body);
    }
  }
  const drafts = useDrafts({
    title,
    saved,
    save: props.save,
    shownBy: [props.settingsKey, CONNECTIONS],
  });
  const shown = rows.filter((row) =>
    "names" in row
      ? row.names.length > 0 || sources.some(row.savedOf)
      : sources.some((source) => saved.has(keyOf(source, row.key))),
  );
  const draw = (row: ChoiceRow<Source, Body>, source: Source) => {
    const key = keyOf(source, row.key);
    const value = drafts.valueAt(key);
    if (!value) return null;
    const control = {
      "aria-label": `${row.label}, ${source.name}`,
      "aria-describedby": row.hint && `${hintId}-${row.key}`,
      "aria-invalid": drafts.errors.has(key),
    };
    const change = (part: Partial<Body>) => drafts.change(key, part);
    if ("cell" in row) return row.cell({ source, value, change, control, round: drafts.round });
    const chosen = value[row.key];
    return (
      <NameChoice
        {...control}
        value={typeof chosen === "string" ? chosen : null}
        names={row.names}
        saved={row.savedOf(source)}
        none={row.none}
        onChoose={(next) => change({ [row.key]: next } as Partial<Body>)}
      />
    );
  };
  return (
    <section id={id} aria-label={title} className="scroll-mt-32">
      <Card>
        <CardHeader>
          <CardTitle>{title}</CardTitle>
          <CardDescription className="text-pretty">
            {props.description} {lists.count !== undefined && lists.count > 0 && <ReloadLists />}
          </CardDescription>
        </CardHeader>
        <CardContent className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {lists.error && (
            <p role="alert">{`Couldn't load ${lists.name}. ${lists.error.message}`}</p>
          )}
          {lists.count === 0 && lists.source && (
            <p className="text-sm text-muted-foreground">
              Connect {ledger.name} first. {lists.source}
            </p>
          )}
          {settings.data && sources.length === 0 && (
            <p className="text-sm text-muted-foreground">Connect a payment processor first.</p>
          )}
          {!settings.data && settings.error && (
            <ErrorState
              headingLevel="h3"
              title={`Couldn't load: ${title}`}
              error={settings.error}
              onRetry={() => settings.refetch()}
            />
          )}
          {settings.isPending && <Skeleton className="h-40" />}
          <NotSaved text={props.failed} errors={drafts.errors} />
          {sources.length > 0 && (
            <div className="overflow-x-auto">
              <table aria-label={title} className="w-full table-fixed text-sm max-lg:block">
                <thead className="max-lg:sr-only">
                  <tr>
                    <td className="w-40" />
                    {sources.map(({ connection_id, name }) => (
                      <th
                        key={connection_id}
                        scope="col"
                        className="px-2 pb-2 text-left text-xs font-medium wrap-anywhere text-muted-foreground last:pr-0"
                      >
                        {name}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody className="max-lg:grid max-lg:gap-4">
                  {shown.map((row) => (
                    <tr
                      key={row.key}
                      className="align-top max-lg:grid max-lg:gap-x-6 max-lg:gap-y-1.5 sm:max-lg:grid-cols-2"
                    >
                      <th
                        scope="row"
                        className="col-span-full py-1 pr-2 text-left font-medium lg:pt-3"
                      >
                        {row.label}
                        {row.hint && (
                          <p
                            id={`${hintId}-${row.key}`}
                            className="pt-0.5 text-caption font-normal text-pretty text-muted-foreground"
                          >
                            {row.hint}
                          </p>
                        )}
                      </th>
                      {sources.map((source) => {
                        const control = draw(row, source);
                        return (
                          <td
                            key={source.connection_id}
                            className={cn(
                              "px-2 py-1 text-muted-foreground last:pr-0 max-lg:grid-cols-[6.5rem_minmax(0,1fr)] max-lg:items-center max-lg:gap-2 max-lg:p-0",
                              control ? "max-lg:grid" : "pt-2 max-lg:hidden",
                            )}
                          >
                            <span aria-hidden="true" className="text-caption lg:hidden">
                              {source.name}
                            </span>
                            {/* The processor never has it. */}
                            {control ?? <span aria-hidden="true">–</span>}
                          </td>
                        );
                      })}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </CardContent>
      </Card>
    </section>
  );
}
