"use client";

import { ApplicationError } from "@/components/feedback/application-error";

export default function ErrorPage({ error, reset }: { error: Error; reset: () => void }) {
  return <ApplicationError error={error} onRetry={reset} />;
}
