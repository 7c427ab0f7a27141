"use client";

import { useTheme } from "next-themes";
import { useEffect } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { showToasts } from "@/components/ui/toast";

const DURATION_MS = 4_500;

/** Where toasts appear. */
export default function Toaster() {
  const { resolvedTheme } = useTheme();
  // Runs after sonner's own, which listens from then on.
  useEffect(() => showToasts(toast), []);
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
