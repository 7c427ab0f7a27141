"use client";

import { Button } from "@/components/ui/button";
import { CardFooter } from "@/components/ui/card";
import { cn } from "@/lib/cn";

/** The end of a settings form; on phones it sticks to the screen's bottom while there is something to save. */
export function SaveFooter({
  dirty,
  saving,
  onDiscard,
}: {
  dirty: boolean;
  saving: boolean;
  onDiscard: () => void;
}) {
  return (
    <CardFooter
      className={cn(
        "justify-end border-t bg-card pt-5 max-md:-mb-5 max-md:rounded-b-lg max-md:pb-5",
        dirty && "max-md:sticky max-md:bottom-0",
      )}
    >
      {dirty && (
        <Button variant="ghost" onClick={onDiscard} disabled={saving}>
          Discard
        </Button>
      )}
      <Button type="submit" disabled={!dirty} loading={saving}>
        {saving ? "Saving..." : "Save Changes"}
      </Button>
    </CardFooter>
  );
}
