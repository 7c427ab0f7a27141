"use client";

import { type ComponentProps, useEffect } from "react";
import { BellButton } from "@/components/notifications/bell-button";
import type NotificationPopover from "@/components/notifications/notification-popover";
import { useOnDemand } from "@/components/ui/use-on-demand";

const loadPopover = () => import("@/components/notifications/notification-popover");

/** How many are unread, and behind it what happened. */
export function NotificationBell(props: ComponentProps<typeof NotificationPopover>) {
  const { unread, open, onOpenChange } = props;
  const { Part: Popover, show, preload } = useOnDemand(loadPopover);
  // The menu of narrow screens and toasts open it too.
  useEffect(() => {
    if (open) show();
  }, [open, show]);
  return Popover ? (
    <Popover {...props} />
  ) : (
    <BellButton
      unread={unread}
      aria-haspopup="dialog"
      aria-expanded={open}
      onClick={() => (open ? show() : onOpenChange(true))}
      {...preload}
    />
  );
}
