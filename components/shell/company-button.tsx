import { Building2, ChevronsUpDown } from "lucide-react";
import type { ComponentProps } from "react";
import { Button } from "@/components/ui/button";

/** The company that this tab shows; below a wide screen the row has room for the sign only. */
export function CompanyButton({ name, ...props }: { name: string } & ComponentProps<"button">) {
  return (
    <Button
      variant="ghost"
      title={name}
      aria-label={`Company: ${name}`}
      className="min-w-0 shrink px-2 max-md:hidden"
      {...props}
    >
      <Building2 aria-hidden="true" className="text-muted-foreground xl:hidden" />
      <span dir="auto" className="max-w-40 truncate max-xl:hidden">
        {name}
      </span>
      <ChevronsUpDown aria-hidden="true" className="text-muted-foreground max-xl:hidden" />
    </Button>
  );
}
