import type { ReactNode } from "react";

/** Sticks to the top of a page: its title, its state in a sentence, its one primary action. */
export function PageHeader({
  title,
  description,
  back,
  action,
}: {
  title: ReactNode;
  /** "3 to review · 41 posted this month" */
  description?: ReactNode;
  /** A link to where this page belongs, above the title. */
  back?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <header className="sticky top-0 z-30 -mx-4 mb-2 bg-background px-4 pt-6 pb-4 md:top-14 md:-mx-6 md:px-6 print:static">
      {back && <div className="mb-1 text-caption">{back}</div>}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        {/* On a phone it shares its line with an action that fits, so that one which comes later moves nothing. */}
        <div className="min-w-0 max-sm:flex-1 max-sm:basis-48">
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          {description && (
            // Two lines' room on a phone: what is only known later moves nothing.
            <p aria-live="polite" className="mt-0.5 text-sm text-muted-foreground max-sm:min-h-10">
              {description}
            </p>
          )}
        </div>
        {action}
      </div>
    </header>
  );
}
