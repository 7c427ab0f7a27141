/** What dims the page behind dialogs and sheets. */
export const overlayClasses =
  "fixed inset-0 z-50 bg-black/45 data-[state=closed]:animate-out data-[state=closed]:fade-out-0 data-[state=open]:animate-in data-[state=open]:fade-in-0";

/** The box of dialogs, in the middle of the screen and never higher than it. */
export const dialogClasses =
  "ui-dialog fixed top-1/2 left-1/2 z-50 grid max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] -translate-x-1/2 -translate-y-1/2 gap-4 overflow-y-auto rounded-lg border bg-popover p-6 wrap-anywhere text-popover-foreground shadow-float duration-150 data-[state=closed]:animate-out data-[state=closed]:fade-out-0 data-[state=open]:animate-in data-[state=open]:fade-in-0";

export const dialogTitleClasses = "text-base font-semibold";
export const dialogDescriptionClasses = "text-sm text-muted-foreground";
export const dialogFooterClasses = "flex flex-col-reverse gap-2 sm:flex-row sm:justify-end";
