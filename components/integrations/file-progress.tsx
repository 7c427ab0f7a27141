import { Progress } from "@/components/ui/progress";

/** While a file is on its way. */
export function FileProgress({ text }: { text: string }) {
  return (
    <div role="status" className="grid gap-2">
      <p className="text-caption text-muted-foreground">{text}</p>
      <Progress aria-label={text} />
    </div>
  );
}
