"use client";

import { useTheme } from "next-themes";
import { useEffect } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { showToasts } from "@/components/ui/toast";

const DURATION_MS = 4_500;
/** As everything else that has the focus; sonner draws none of its own. */
const FOCUS =
  "focus-visible:outline-2! focus-visible:outline-offset-2! focus-visible:outline-ring!";

/** Where toasts appear. */
export default function Toaster() {
  const { resolvedTheme } = useTheme();
  // Runs after sonner's own, which listens from then on.
  useEffect(() => showToasts(toast), []);
  return (
    <Sonner
      theme={resolvedTheme === "dark" ? "dark" : "light"}
      duration={DURATION_MS}
      // Below the navigation: the bottom belongs to totals and to the actions of phones.
      position="top-center"
      offset={{ top: 64 }}
      mobileOffset={{ top: 64 }}
      closeButton
      toastOptions={{
        style: {
          background: "var(--popover)",
          color: "var(--popover-foreground)",
          borderColor: "var(--border)",
          borderRadius: "var(--radius-lg)",
          boxShadow: "var(--shadow-float)",
        },
        classNames: {
          toast: `font-sans! pr-9! ${FOCUS}`,
          actionButton: FOCUS,
          closeButton:
            "inset-x-auto! top-2! right-2! transform-none! border-none! bg-transparent! text-muted-foreground! hover:text-foreground!",
          success: "[&_[data-icon]]:text-success",
          error: "[&_[data-icon]]:text-destructive",
          warning: "[&_[data-icon]]:text-warning",
          description: "text-muted-foreground!",
        },
      }}
    />
  );
}
