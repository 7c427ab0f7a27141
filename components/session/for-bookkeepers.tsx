import type { ReactNode } from "react";
import { EmptyState } from "@/components/feedback/empty-state";
import { Allowed } from "@/components/session/allowed";
import { Card } from "@/components/ui/card";

/** Where payments are matched; for members who only look, why they can't. */
export function ForBookkeepers({ children }: { children: ReactNode }) {
  const instead = (
    <Card>
      <EmptyState
        title="Bookkeepers match"
        description="You can see everything. An owner or admin can make you a bookkeeper under Settings → People."
        className="py-8"
      />
    </Card>
  );
  return (
    <Allowed to="bookkeeper" instead={instead}>
      {children}
    </Allowed>
  );
}
