import type { ReactNode } from "react";
import { ErrorState } from "@/components/feedback/error-state";
import { SaveFooter } from "@/components/settings/save-footer";
import { UnsavedChanges } from "@/components/settings/unsaved-changes";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";

/** A card of settings by payment processor, with what keeps them from being shown, saved on the button. */
export function SourceSettingsCard({
  id,
  title,
  description,
  count,
  note,
  error,
  onRetry,
  drafts,
  children,
}: {
  /** The part of the address after "#". */
  id: string;
  title: string;
  description: ReactNode;
  /** Processors; undefined while they load. */
  count: number | undefined;
  /** What is missing for choosing. */
  note?: ReactNode;
  error: Error | null;
  onRetry: () => void;
  drafts: { dirty: boolean; saving: boolean; submit: () => void; discard: () => void };
  children: ReactNode;
}) {
  const { dirty, saving, submit, discard } = drafts;
  return (
    <form
      id={id}
      noValidate
      aria-label={title}
      className="scroll-mt-20"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Card>
        <CardHeader>
          <CardTitle>{title}</CardTitle>
          <CardDescription className="text-pretty">{description}</CardDescription>
        </CardHeader>
        <CardContent className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {note}
          {count === 0 && (
            <p className="text-sm text-muted-foreground">Connect a payment processor first.</p>
          )}
          {count === undefined && error && (
            <ErrorState
              headingLevel="h3"
              title={`Couldn't load: ${title}`}
              error={error}
              onRetry={onRetry}
            />
          )}
          {count === undefined && !error && <Skeleton className="h-40" />}
          {count !== undefined && count > 0 && children}
        </CardContent>
        {dirty && <SaveFooter dirty saving={saving} onDiscard={discard} />}
      </Card>
      <UnsavedChanges dirty={dirty && !saving} />
    </form>
  );
}
