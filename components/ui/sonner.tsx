"use client";

import { useTheme } from "next-themes";
import { Toaster as Sonner } from "sonner";

const DURATION_MS = 4_500;

/** Where toasts appear; mounted once by the root layout. */
export function Toaster() {
  const { resolvedTheme } = useTheme();
  return (
    <Sonner
      theme={resolvedTheme === "dark" ? "dark" : "light"}
      duration={DURATION_MS}
      position="bottom-right"
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
          toast: "font-sans!",
          success: "[&_[data-icon]]:text-success",
          error: "[&_[data-icon]]:text-destructive",
          warning: "[&_[data-icon]]:text-warning",
          description: "text-muted-foreground!",
        },
      }}
    />
  );
}
