"use client";

import { ApplicationError } from "@/components/feedback/application-error";

/** Within the navigation: the other pages may well work. */
export default function ProtectedErrorPage({ error }: { error: Error & { digest?: string } }) {
  return <ApplicationError error={error} />;
}
