import { useCallback, useState } from "react";
import { useAlerts } from "@/components/notifications/use-alerts";

/** The bell's state, for the row of the navigation and for the sheet of narrow screens. */
export function useNotifications() {
  const [open, setOpen] = useState(false);
  const show = useCallback(() => setOpen(true), []);
  const unread = useAlerts(show) ?? 0;
  return { unread, open, setOpen, show };
}
