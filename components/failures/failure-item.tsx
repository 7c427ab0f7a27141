import { useId } from "react";
import { Allowed } from "@/components/session/allowed";
import { Button } from "@/components/ui/button";
import { TimeText } from "@/components/ui/date-text";
import { TextLink } from "@/components/ui/text-link";
import type { Failure } from "@/lib/contracts/failures";

interface FailureItemProps {
  failure: Failure;
  /** Where the reader is already: no link leads there. */
  here: string;
  retrying: boolean;
  dismissing: boolean;
  onRetry: () => void;
  onDismiss: () => void;
}

/** What gave up, why, and what to do. */
export function FailureItem({
  failure: { title, reason, failed_at, link },
  here,
  retrying,
  dismissing,
  onRetry,
  onDismiss,
}: FailureItemProps) {
  const titleId = useId();
  return (
    <li
      aria-labelledby={titleId}
      className="flex flex-col gap-3 border-t py-4 first:border-t-0 first:pt-0 last:pb-0 sm:flex-row sm:items-start sm:justify-between sm:gap-6"
    >
      <div className="grid min-w-0 gap-0.5">
        <p className="font-medium text-pretty wrap-anywhere" id={titleId}>
          {link !== "" && link !== here ? <TextLink href={link}>{title}</TextLink> : title}
        </p>
        <p className="text-caption text-pretty wrap-anywhere text-muted-foreground">{reason}</p>
        <p className="text-caption text-muted-foreground">
          <TimeText at={failed_at} />
        </p>
      </div>
      <Allowed to="bookkeeper">
        <div className="flex shrink-0 gap-2">
          <Button
            variant="outline"
            size="sm"
            aria-label={`Retry: ${title}`}
            loading={retrying}
            disabled={dismissing}
            onClick={onRetry}
          >
            Retry
          </Button>
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Dismiss: ${title}`}
            loading={dismissing}
            disabled={retrying}
            onClick={onDismiss}
          >
            Dismiss
          </Button>
        </div>
      </Allowed>
    </li>
  );
}
