"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { isSignedIn } from "@/lib/session-store";

/** On load only: a sign-in from another tab doesn't interrupt the reader. */
export function RedirectSignedIn() {
  const router = useRouter();
  useEffect(() => {
    // Hidden: LeaveEarly is on its way already.
    if (isSignedIn() && !document.documentElement.hidden) router.replace("/dashboard");
  }, [router]);
  return null;
}
