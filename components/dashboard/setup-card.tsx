import { X } from "lucide-react";
import { SetupList } from "@/components/dashboard/setup-list";
import type { SetupStep } from "@/components/dashboard/setup-steps";
import { Button } from "@/components/ui/button";
import {
  Card,
  CardAction,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from "@/components/ui/card";

interface SetupCardProps {
  steps: SetupStep[];
  onDismiss: () => void;
}

/** Leads a new company to its first match; gone once it is there, or once it is closed. */
export function SetupCard({ steps, onDismiss }: SetupCardProps) {
  const done = steps.filter((step) => step.done).length;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Set up matching</CardTitle>
        <CardDescription>
          {done} of {steps.length} done. Then deposits are matched, and posted once you have
          reviewed them.
        </CardDescription>
        <CardAction>
          <Button
            variant="ghost"
            size="icon"
            aria-label="Hide setup"
            className="-mt-1.5 -mr-2"
            onClick={onDismiss}
          >
            <X aria-hidden="true" />
          </Button>
        </CardAction>
      </CardHeader>
      <CardContent>
        <SetupList steps={steps} />
      </CardContent>
    </Card>
  );
}
