import { Bell } from "lucide-react";
import type { ComponentProps } from "react";
import { Button } from "@/components/ui/button";

const MAX_SHOWN = 99;

/** How many are unread, in its picture and in its name. */
export function BellButton({ unread, ...props }: { unread: number } & ComponentProps<"button">) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={unread === 0 ? "Notifications" : `Notifications, ${unread} unread`}
      className="relative"
      {...props}
    >
      <Bell aria-hidden="true" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-0.5 right-0.5 min-w-4 rounded-full bg-primary px-1 text-center text-[0.625rem] leading-4 font-semibold text-primary-foreground tabular-nums"
        >
          {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
        </span>
      )}
    </Button>
  );
}
