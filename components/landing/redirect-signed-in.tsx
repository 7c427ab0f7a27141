"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { isSignedIn } from "@/lib/session-store";

/** On load only: whoever signs in from another tab meanwhile keeps reading. */
export function RedirectSignedIn() {
  const router = useRouter();
  useEffect(() => {
    if (isSignedIn()) router.replace("/dashboard");
  }, [router]);
  return null;
}
