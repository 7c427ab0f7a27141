"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { ErrorState } from "@/components/feedback/error-state";
import { useAskBeforeUnload } from "@/components/feedback/use-ask-before-unload";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import { useDebounced } from "@/components/ui/use-debounced";
import { ApiError } from "@/lib/api-errors";
import type { Integration } from "@/lib/contracts/integrations";
import type { PayoutFilePreview } from "@/lib/contracts/payout-files";
import type { PayoutImport } from "@/lib/contracts/payout-imports";
import { counted } from "@/lib/counted";
import { FileMapping } from "./file-mapping";
import { FilePreview } from "./file-preview";
import { FileProgress } from "./file-progress";
import {
  type FileChoices,
  type PayoutFile,
  payoutImportsQuery,
  previewQuery,
  useImportFile,
} from "./file-queries";
import { FileQuestions } from "./file-questions";

const NEW = "new";

/** What a file is read as, what has to be chosen, and what an import would store. */
export function FileChoicesForm({
  file,
  sources,
  onImported,
  onClose,
}: {
  file: PayoutFile;
  sources: readonly Integration[];
  onImported: (imported: PayoutImport) => void;
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState<FileChoices>({});
  const [typedName, setName] = useState<string | null>(null);
  const [chosenSource, setSource] = useState<string | null>(null);
  const imports = useQuery(payoutImportsQuery).data?.payout_imports ?? [];
  const first = useQuery(previewQuery(file, {}));
  const source = chosenSource ?? usualSource(first.data, sources, imports);
  const isNew = source === NEW;
  const choices = useMemo(
    () => ({ ...chosen, ...(!isNew && { connection_id: source }) }),
    [chosen, isNew, source],
  );
  const settled = useDebounced(choices);
  const read = useQuery({
    ...previewQuery(file, settled),
    enabled: first.data !== undefined,
    placeholderData: keepPreviousData,
  });
  const save = useImportFile(onImported);
  const preview = read.data ?? first.data;
  useAskBeforeUnload(save.isPending || chosen.mapping !== undefined);

  if (!preview) {
    if (first.error) {
      return (
        <ErrorState
          title="Couldn't read the file"
          description={first.error.message}
          error={first.error}
          onRetry={() => void first.refetch()}
          className="px-0 py-4"
        />
      );
    }
    return <FileProgress text="Reading the file..." />;
  }
  const name = (typedName ?? preview.format?.processor_name ?? "").trim();
  const isStale = settled !== choices || read.isPlaceholderData;
  const wait = isStale || save.isPending;
  const isReady = preview.payout_count > 0 && (!isNew || name !== "") && !read.error;
  const change = (part: FileChoices) => setChosen({ ...chosen, ...part });
  const nameError = save.error instanceof ApiError ? save.error.fields.name : undefined;
  const send = (skip_errors: boolean) =>
    save.mutate({
      ...usedChoices(preview),
      ...{ file: file.content, file_name: file.name, skip_errors },
      ...(isNew ? { name } : { connection_id: source }),
    });

  return (
    <form
      noValidate
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !wait) send(preview.error_count > 0);
      }}
    >
      <p role="status" className="text-pretty">
        {aboutFile(preview)}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        {sources.length > 0 && (
          <Field label="Processor">
            {(control) => (
              <NativeSelect
                {...control}
                value={source}
                onChange={({ target }) => setSource(target.value)}
              >
                {sources.map(({ id, display_name }) => (
                  <option key={id} value={id}>
                    {display_name}
                  </option>
                ))}
                <option value={NEW}>A new processor</option>
              </NativeSelect>
            )}
          </Field>
        )}
        {isNew && (
          <Field
            label="Name of the processor"
            hint={name === "" && "Enter a name to import the payouts."}
            error={nameError}
          >
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                maxLength={100}
                value={typedName ?? preview.format?.processor_name ?? ""}
                onChange={({ target }) => setName(target.value)}
              />
            )}
          </Field>
        )}
      </div>
      {preview.choices.mapping && (
        <FileMapping
          preview={preview}
          mapping={chosen.mapping ?? preview.choices.mapping}
          onChange={(mapping) => change({ mapping })}
        />
      )}
      <FileQuestions preview={preview} onChange={change} />
      {read.error ? (
        <ErrorState
          title="Couldn't read the file"
          description={read.error.message}
          error={read.error}
          onRetry={() => void read.refetch()}
          className="px-0 py-4"
        />
      ) : (
        <FilePreview preview={preview} isStale={isStale} />
      )}
      {save.isPending && <FileProgress text="Importing the payouts..." />}
      {save.error && !nameError && (
        <p role="alert" className="text-pretty text-destructive">
          {save.error instanceof ApiError
            ? `Nothing was imported. ${save.error.message}`
            : `${save.error.message} Look at the recent imports first: it may have been imported.`}
        </p>
      )}
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={!isReady || wait} loading={save.isPending}>
          {importLabel(preview)}
        </Button>
      </div>
    </form>
  );
}

function importLabel({ payout_count, error_count }: PayoutFilePreview): string {
  if (payout_count === 0) return "Import";
  if (error_count > 0) return `Import the ${payout_count} that can be read`;
  return `Import ${counted(payout_count, "payout")}`;
}

function aboutFile({ format, choices, rows, sheet, remembered }: PayoutFilePreview): string {
  const where = `${counted(rows, "row")}${sheet === "" ? "" : ` on the sheet ${sheet}`}`;
  if (format && !choices.mapping) return `This is the report “${format.title}”, with ${where}.`;
  const known = remembered
    ? "The columns are those of your last import of such a file."
    : "We don't know this report. Choose which column is what.";
  return `${known} It has ${where}.`;
}

/** Where the last import of such a report went, or the processor of its name. */
function usualSource(
  preview: PayoutFilePreview | undefined,
  sources: readonly Integration[],
  imports: readonly PayoutImport[],
): string {
  const format = preview?.format;
  if (!format) return NEW;
  const isThere = (id: string) => sources.some((source) => source.id === id);
  const isKnown = preview.choices.mapping === null;
  const last = imports.find((each) => isThere(each.connection_id) && each.format === format.id);
  if (last && (isKnown || preview.remembered)) return last.connection_id;
  const name = format.processor_name.toLowerCase();
  return sources.find(({ display_name }) => display_name.toLowerCase() === name)?.id ?? NEW;
}

/** What the shown preview was read with: an import reads it the same way. */
function usedChoices({ choices }: PayoutFilePreview): FileChoices {
  const given = Object.entries(choices).filter(([, value]) => value !== null);
  return Object.fromEntries(given) as FileChoices;
}
