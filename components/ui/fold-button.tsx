import { ChevronDown } from "lucide-react";
import { Button } from "@/components/ui/button";

/** Shows or hides what is below a title. */
export function FoldButton({
  title,
  isOpen,
  controls,
  onToggle,
}: {
  title: string;
  isOpen: boolean;
  /** The id of what is shown. */
  controls?: string;
  onToggle: () => void;
}) {
  return (
    <Button
      variant="link"
      size="sm"
      className="gap-1 px-0 print:hidden"
      aria-expanded={isOpen}
      {...(isOpen && controls !== undefined && { "aria-controls": controls })}
      onClick={onToggle}
    >
      {isOpen ? "Hide" : "Show"} <span className="sr-only">{title}</span>
      <ChevronDown aria-hidden="true" className={isOpen ? "rotate-180" : ""} />
    </Button>
  );
}
