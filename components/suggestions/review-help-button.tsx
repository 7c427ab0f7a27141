import { Keyboard } from "lucide-react";
import type { ComponentProps } from "react";
import { Button } from "@/components/ui/button";

export function ReviewHelpButton(props: ComponentProps<typeof Button>) {
  return (
    <Button variant="ghost" size="icon" aria-label="Keyboard shortcuts" {...props}>
      <Keyboard aria-hidden="true" />
    </Button>
  );
}
