import type { ReactNode } from "react";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";

/** The latest runs of a kind, the newest first; nothing while there are none. */
export function RunsCard<Run extends { id: string }>({
  title,
  text,
  runs,
  children,
  ...props
}: {
  id?: string;
  title: string;
  text: string;
  runs: readonly Run[] | undefined;
  children: (run: Run) => ReactNode;
}) {
  if (!runs || runs.length === 0) return null;
  return (
    <Card {...props} className="scroll-mt-36 gap-3">
      <CardHeader>
        <CardTitle>{title}</CardTitle>
        <CardDescription>{text}</CardDescription>
      </CardHeader>
      <CardContent>
        <ul aria-label={title} className="divide-y border-t">
          {runs.map((run) => (
            <li key={run.id} className="py-3">
              {children(run)}
            </li>
          ))}
        </ul>
      </CardContent>
    </Card>
  );
}
