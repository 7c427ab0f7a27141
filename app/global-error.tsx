"use client";

import { ApplicationError } from "@/components/feedback/application-error";
import "./globals.css";

/** Stands in for the root layout when that itself fails. */
export default function GlobalError({ error, reset }: { error: Error; reset: () => void }) {
  return (
    <html lang="en">
      <body className="font-sans">
        <title>Unexpected Application Error! | Deposit Matcher</title>
        <main>
          <ApplicationError error={error} onRetry={reset} />
        </main>
      </body>
    </html>
  );
}
