import { Kbd } from "@/components/ui/kbd";

/** The key of a button of a line, while the line has the focus: only then it works. */
export function LineKey({ of }: { of: string }) {
  return (
    <span
      aria-hidden="true"
      className="hidden group-focus-within/stop:md:pointer-fine:inline-grid print:hidden"
    >
      <Kbd>{of}</Kbd>
    </span>
  );
}
