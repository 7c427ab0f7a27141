import { type ReactNode, useId, useState } from "react";
import { CardTitle } from "@/components/ui/card";
import { FoldButton } from "@/components/ui/fold-button";
import { usePrinting } from "@/components/ui/use-printing";

/** A record of a deposit, folded to one line; always unfolded in print. */
export function FoldedRecord({
  title,
  summary,
  startsPage = false,
  children,
}: {
  title: string;
  /** What it comes to. */
  summary: ReactNode;
  /** On paper it is a sheet of its own. */
  startsPage?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const isPrinting = usePrinting();
  const isShown = isOpen || isPrinting;
  return (
    <section aria-label={title} className={startsPage ? "print:break-before-page" : undefined}>
      <div className="flex min-h-12 items-center gap-x-4 px-4 sm:px-6">
        <CardTitle className="shrink-0 text-sm">{title}</CardTitle>
        <div className="min-w-0 flex-1 truncate text-caption text-muted-foreground">{summary}</div>
        <FoldButton {...{ title, isOpen }} controls={id} onToggle={() => setOpen(!isOpen)} />
      </div>
      {isShown && (
        <div id={id} className="pb-4">
          {children}
        </div>
      )}
    </section>
  );
}
