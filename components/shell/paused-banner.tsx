"use client";

import { useSignedIn } from "@/components/session/use-user";
import { PAGE_WIDTH } from "@/components/shell/page-width";
import { latePart } from "@/components/ui/late-part";

const ResumeButton = latePart(() => import("@/components/shell/resume-button"));

/** Above every page of a restored copy. @param ownersMayResume otherwise only the operator ends the pause. */
export function PausedBanner({ ownersMayResume }: { ownersMayResume: boolean }) {
  const signedIn = useSignedIn();
  return (
    <section
      aria-label="Restored copy"
      className="border-b bg-warning-surface text-caption text-foreground print:hidden"
    >
      <div
        className={`${PAGE_WIDTH} flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 md:px-6`}
      >
        <p className="min-w-0 flex-1 basis-56 text-pretty">
          <span className="font-medium">This is a restored copy.</span> Nothing is synced, posted or
          mailed.
        </p>
        {ownersMayResume && signedIn && <ResumeButton />}
      </div>
    </section>
  );
}
