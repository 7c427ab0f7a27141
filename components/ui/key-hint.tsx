import { Kbd } from "@/components/ui/kbd";

/** The key of a button, shown next to it where there is a keyboard. */
export function KeyHint({ of }: { of: string }) {
  return (
    <span aria-hidden="true" className="hidden pointer-fine:inline-grid print:hidden">
      <Kbd>{of}</Kbd>
    </span>
  );
}
