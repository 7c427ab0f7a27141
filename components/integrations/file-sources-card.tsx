"use client";

import { useQuery } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { useState } from "react";
import { ConfirmButton } from "@/components/feedback/confirm-button";
import { Allowed } from "@/components/session/allowed";
import { useMay } from "@/components/session/companies";
import { Button } from "@/components/ui/button";
import {
  Card,
  CardAction,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from "@/components/ui/card";
import { DayText } from "@/components/ui/date-text";
import { useFileDrop } from "@/components/ui/file-field";
import { cn } from "@/lib/cn";
import type { Integration } from "@/lib/contracts/integrations";
import type { PayoutImport } from "@/lib/contracts/payout-imports";
import { counted } from "@/lib/counted";
import { BY_FILE } from "@/lib/providers/list";
import { payoutImportsQuery, useRemoveSource, useUndoImport } from "./file-queries";
import { FileSourceSettings } from "./file-source-settings";
import { cardId } from "./provider-card";
import { RenameSource } from "./rename-source";

/** How many imports show at first. */
const RECENT = 5;

/** Processors whose payouts come from files, and the latest of these files. A file may be dropped on it. */
export function FileSourcesCard({
  sources,
  onImport,
}: {
  sources: readonly Integration[];
  /** With the file that was dropped; null: one is to be chosen. */
  onImport: (file: File | null) => void;
}) {
  const title = "payouts-from-a-file";
  const imports = useQuery(payoutImportsQuery).data?.payout_imports ?? [];
  const mayImport = useMay("bookkeeper") === true;
  const { isOver, target } = useFileDrop(onImport);
  return (
    <Card
      id={cardId(BY_FILE)}
      role="group"
      aria-labelledby={title}
      tabIndex={-1}
      className={cn("lg:col-span-2", isOver && mayImport && "border-primary bg-accent")}
      {...(mayImport && target)}
    >
      <CardHeader>
        <CardTitle id={title}>Payouts from a file</CardTitle>
        <CardDescription className="col-span-full mt-2 text-pretty">
          For any other processor: a CSV file or an Excel workbook (.xlsx) of payouts with their
          payments, 8&nbsp;MB at most.
        </CardDescription>
        <Allowed to="bookkeeper">
          <CardAction className="-my-1.5 row-span-1">
            <Button variant="outline" size="sm" onClick={() => onImport(null)}>
              <Upload aria-hidden="true" />
              Import a file
            </Button>
          </CardAction>
        </Allowed>
      </CardHeader>
      {sources.length > 0 && (
        <CardContent>
          <ul aria-label="Processors by file" className="divide-y border-t">
            {sources.map((source) => (
              <Source
                key={source.id}
                source={source}
                last={imports.find(
                  (each) => each.connection_id === source.id && each.undone_at === null,
                )}
              />
            ))}
          </ul>
        </CardContent>
      )}
      {imports.length > 0 && <RecentImports imports={imports} />}
    </Card>
  );
}

function Source({ source, last }: { source: Integration; last: PayoutImport | undefined }) {
  const [open, setOpen] = useState<"settings" | "name" | null>(null);
  const remove = useRemoveSource(source);
  const { display_name: name } = source;
  const close = () => setOpen(null);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-medium wrap-break-word">{name}</p>
        <p className="text-caption text-muted-foreground">
          {last ? (
            <>
              Last import <DayText at={last.created_at} />
            </>
          ) : (
            "Nothing imported"
          )}
          {` · Fee account: ${source.meta_data.Name || "Not set"}`}
        </p>
      </div>
      <Allowed to="admin">
        <div className="flex flex-wrap gap-2">
          <Button
            variant="ghost"
            size="sm"
            aria-label={`${name} Settings`}
            onClick={() => setOpen("settings")}
          >
            Settings
          </Button>
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Rename ${name}`}
            onClick={() => setOpen("name")}
          >
            Rename
          </Button>
          <ConfirmButton
            size="sm"
            variant="ghost"
            label="Disconnect"
            aria-label={`Disconnect ${name}`}
            title={`Disconnect ${name}?`}
            text="Imported payouts and matches stay. To use it again, import a file under the same name."
            destructive
            disabled={remove.isPending}
            onConfirm={() => remove.mutate()}
          />
        </div>
      </Allowed>
      {open === "settings" && <FileSourceSettings source={source} onClose={close} />}
      {open === "name" && <RenameSource source={source} onClose={close} />}
    </li>
  );
}

function RecentImports({ imports }: { imports: readonly PayoutImport[] }) {
  const [shown, setShown] = useState(RECENT);
  return (
    <CardContent className="grid gap-2">
      <h3 className="text-caption font-medium text-muted-foreground">Recent imports</h3>
      <ul aria-label="Recent imports" className="divide-y border-t">
        {imports.slice(0, shown).map((each) => (
          <Import key={each.id} imported={each} />
        ))}
      </ul>
      {imports.length > shown && (
        <Button
          variant="link"
          size="sm"
          className="h-auto justify-self-start px-0"
          onClick={() => setShown(imports.length)}
        >
          {`Show all ${imports.length}`}
        </Button>
      )}
    </CardContent>
  );
}

function Import({ imported }: { imported: PayoutImport }) {
  const undo = useUndoImport(imported);
  const { file_name, source_name, created_at, added, known, errors, undone_at } = imported;
  const facts = [
    `${counted(added, "payout")} added`,
    known > 0 && `${known} stored before`,
    errors > 0 && `${counted(errors, "error")} left out`,
  ].filter((fact) => fact !== false);
  return (
    <li className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 text-caption">
        <p className="wrap-anywhere">{file_name}</p>
        <p className="text-muted-foreground">
          {`${source_name} · `}
          <DayText at={created_at} />
          {` · ${facts.join(", ")}`}
        </p>
      </div>
      {undone_at !== null ? (
        <span className="text-caption text-muted-foreground">Undone</span>
      ) : (
        <Allowed to="bookkeeper">
          <ConfirmButton
            size="sm"
            label="Undo"
            aria-label={`Undo the import of ${file_name}`}
            title={`Undo the import of ${file_name}?`}
            text={undoText(added)}
            destructive
            loading={undo.isPending}
            onConfirm={() => undo.mutate()}
          />
        </Allowed>
      )}
    </li>
  );
}

function undoText(added: number): string {
  if (added === 0) return "It added no payouts, so nothing is deleted.";
  const what = added === 1 ? "the payout that it added" : `the ${added} payouts that it added`;
  return `Deletes ${what}, with their matches. Payouts that are posted or being posted stay. You can import the file again.`;
}
