import { Check, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import {
  Card,
  CardAction,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from "@/components/ui/card";
import { RowLink } from "@/components/ui/row-link";
import { TextLink } from "@/components/ui/text-link";
import { cn } from "@/lib/cn";
import type { SetupStep } from "./use-setup";

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
          {done} of {steps.length} done. Then deposits are matched, and posted once you review them.
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

/** Done steps are ticked, the next one has the button, the later ones are links. */
function SetupList({ steps }: { steps: readonly SetupStep[] }) {
  const next = steps.find(({ done }) => !done);
  return (
    <ol className="-my-2 divide-y">
      {steps.map((step, index) => (
        <li
          key={step.title}
          aria-current={step === next ? "step" : undefined}
          className="flex gap-3 py-3"
        >
          <Marker number={index + 1} done={step.done} current={step === next} />
          <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <StepText step={step} current={step === next} />
            {step === next && (
              <div className="flex flex-wrap gap-2">
                {step.first && (
                  <Button asChild>
                    <RowLink href={step.first.href}>{step.first.action}</RowLink>
                  </Button>
                )}
                <Button asChild variant={step.first ? "outline" : "default"}>
                  <RowLink href={step.href}>{step.action}</RowLink>
                </Button>
              </div>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

function StepText({
  step: { title, why, href, done },
  current,
}: {
  step: SetupStep;
  current: boolean;
}) {
  if (done) {
    return (
      <p className="text-muted-foreground">
        {title} <span className="sr-only">(done)</span>
      </p>
    );
  }
  return (
    <div className="min-w-0">
      <p className="font-medium text-pretty">
        {current ? title : <TextLink href={href}>{title}</TextLink>}
      </p>
      <p className="text-pretty text-muted-foreground">{why}</p>
    </div>
  );
}

function Marker({ number, done, current }: { number: number; done: boolean; current: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        "grid size-5 shrink-0 place-items-center rounded-full border text-xs font-medium tabular-nums",
        done && "border-transparent bg-success-surface text-success",
        !done && (current ? "border-primary text-primary" : "text-muted-foreground"),
      )}
    >
      {done ? <Check className="size-3.5" /> : number}
    </span>
  );
}
