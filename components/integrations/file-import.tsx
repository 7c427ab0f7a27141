"use client";

import { useMutation } from "@tanstack/react-query";
import { FileSpreadsheet } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { PageHeader } from "@/components/feedback/page-header";
import { Button } from "@/components/ui/button";
import { Card, CardContent } from "@/components/ui/card";
import { FileField } from "@/components/ui/file-field";
import { toast } from "@/components/ui/toast";
import type { Integration } from "@/lib/contracts/integrations";
import type { PayoutImport } from "@/lib/contracts/payout-imports";
import { counted } from "@/lib/counted";
import { FileChoicesForm } from "./file-choices-form";
import { FileProgress } from "./file-progress";
import { readPayoutFile } from "./file-queries";

/** The page on which a file of payouts is chosen, read and imported. */
export function FileImport({
  sources,
  dropped,
  onClose,
}: {
  /** The processors by file. */
  sources: readonly Integration[];
  /** A file that was dropped on the card. */
  dropped: File | null;
  onClose: () => void;
}) {
  const router = useRouter();
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => card.current?.querySelector("input")?.focus(), []);
  const [chosen, setChosen] = useState<File | null>(null);
  const {
    mutate: readFile,
    data: file,
    error,
    isPending,
  } = useMutation({ mutationFn: readPayoutFile });
  const choose = (next: File) => {
    setChosen(next);
    readFile(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each dropped file
  useEffect(() => {
    if (dropped) choose(dropped);
  }, [dropped]);

  function done({ added, known, source_name, connection_id }: PayoutImport) {
    const before = known > 0 ? `${counted(known, "payout")} of the file were stored before.` : "";
    toast.success(`Imported ${counted(added, "payout")} of ${source_name}`, {
      ...(before !== "" && { description: before }),
      action: {
        label: "View transactions",
        onClick: () => router.push(`/transactions?connection_id=${connection_id}`),
      },
    });
    onClose();
  }

  return (
    <>
      <PageHeader
        title="Import payouts from a file"
        back={
          <Button variant="link" size="sm" className="h-auto px-0" onClick={onClose}>
            ← Back to integrations
          </Button>
        }
      />
      <Card className="max-w-3xl">
        <CardContent ref={card} className="grid gap-6">
          <div className="grid gap-2">
            <FileField
              name={chosen?.name ?? null}
              label="Choose a CSV file or an Excel workbook (.xlsx)"
              icon={<FileSpreadsheet aria-hidden="true" className="size-5 text-muted-foreground" />}
              accept=".csv,.tsv,.txt,.xlsx"
              onChoose={choose}
            />
            {!chosen && (
              <p className="text-caption text-pretty text-muted-foreground">
                8 MB at most. Each payout needs its payments: a report with totals only can't be
                matched. Nothing is stored before you import it.
              </p>
            )}
            {error && (
              <p role="alert" className="text-caption text-destructive">
                {error.message}
              </p>
            )}
          </div>
          {isPending && <FileProgress text="Reading the file..." />}
          {file && !isPending && (
            <FileChoicesForm
              key={file.key}
              file={file}
              sources={sources}
              onImported={done}
              onClose={onClose}
            />
          )}
        </CardContent>
      </Card>
    </>
  );
}
