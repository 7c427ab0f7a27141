"use client";

import Link from "next/link";
import { useSignedIn } from "@/components/session/use-user";
import { Button } from "@/components/ui/button";

/** Login, and Sign Up where it is open, for visitors; a link to the dashboard when signed in. */
export function PublicNavigation({ offersSignUp }: { offersSignUp: boolean }) {
  if (useSignedIn()) {
    return (
      <Button asChild variant="ghost" size="sm">
        <Link href="/dashboard">Dashboard</Link>
      </Button>
    );
  }
  return (
    <>
      <Button asChild variant="ghost" size="sm">
        <Link href="/login">Login</Link>
      </Button>
      {offersSignUp && (
        <Button asChild variant="outline" size="sm">
          <Link href="/signup">Sign Up</Link>
        </Button>
      )}
    </>
  );
}
