import { Menu } from "lucide-react";
import type { ComponentProps } from "react";
import { Button } from "@/components/ui/button";

/** Below 768 px only. */
export function MenuButton(props: ComponentProps<"button">) {
  return (
    <Button variant="ghost" size="icon" aria-label="Open menu" className="md:hidden" {...props}>
      <Menu aria-hidden="true" className="size-5" />
    </Button>
  );
}
