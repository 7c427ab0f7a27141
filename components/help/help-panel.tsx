import { useRef } from "react";
import { ExternalLink } from "@/components/ui/external-link";
import { Sheet, SheetContent, SheetTitle } from "@/components/ui/sheet";
import { ANSWERS, type HelpTopic } from "./answers";

/** One answer of Help, over the page. Loaded when it is first opened. */
export default function HelpPanel({
  topic,
  open,
  onOpenChange,
}: {
  topic: HelpTopic;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const { question, text } = ANSWERS[topic];
  const opener = useRef<Element | null>(null);
  return (
    <Sheet open={open} onOpenChange={onOpenChange}>
      <SheetContent
        aria-describedby={undefined}
        className="w-96 gap-4 p-6"
        onOpenAutoFocus={() => {
          opener.current = document.activeElement;
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          if (opener.current instanceof HTMLElement) opener.current.focus();
        }}
      >
        <SheetTitle className="pr-10 text-base font-semibold text-pretty">{question}</SheetTitle>
        <div className="grid gap-3 text-sm text-pretty text-muted-foreground">{text}</div>
        <p className="text-sm">
          <ExternalLink href={`/help#${topic}`}>All questions</ExternalLink>
        </p>
      </SheetContent>
    </Sheet>
  );
}
