"use client";

import { GeistSans } from "geist/font/sans";
import { useEffect } from "react";
import { ApplicationError } from "@/components/feedback/application-error";
import "./globals.css";

/** Stands in for the root layout when that itself fails, theme and fonts included. */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  useEffect(() => {
    const chosen = localStorage.getItem("theme");
    const system = window.matchMedia("(prefers-color-scheme: dark)").matches;
    const dark = chosen === "dark" || (chosen !== "light" && system);
    document.documentElement.classList.toggle("dark", dark);
  }, []);
  return (
    <html lang="en" className={GeistSans.variable} suppressHydrationWarning>
      <body className="min-h-dvh font-sans">
        <title>Unexpected Application Error! | Deposit Matcher</title>
        <main>
          <ApplicationError error={error} />
        </main>
      </body>
    </html>
  );
}
