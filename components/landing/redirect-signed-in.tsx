"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { isSignedIn } from "@/lib/session-store";

/** On load only: whoever signs in from another tab meanwhile keeps reading. */
export function RedirectSignedIn() {
  const router = useRouter();
  useEffect(() => {
    // Hidden: LeaveEarly is on its way already.
    if (isSignedIn() && !document.documentElement.hidden) router.replace("/dashboard");
  }, [router]);
  return null;
}
