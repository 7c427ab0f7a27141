"use client";

import { ApplicationError } from "@/components/feedback/application-error";

export default function ErrorPage({ error }: { error: Error & { digest?: string } }) {
  return (
    <main>
      <ApplicationError error={error} />
    </main>
  );
}
