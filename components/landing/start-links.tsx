"use client";

import Link from "next/link";
import { useSignedIn } from "@/components/session/use-user";
import { Button } from "@/components/ui/button";

function ToDashboard() {
  return (
    <Button asChild size="lg">
      <Link href="/dashboard">Go to Dashboard</Link>
    </Button>
  );
}

export function HeroLinks() {
  if (useSignedIn()) return <ToDashboard />;
  return (
    <>
      <Button asChild size="lg">
        <Link href="/signup">Get Started</Link>
      </Button>
      <Button asChild size="lg" variant="outline">
        <Link href="/login">Sign In</Link>
      </Button>
    </>
  );
}

export function ClosingLink() {
  if (useSignedIn()) return <ToDashboard />;
  return (
    <Button asChild size="lg">
      <Link href="/signup">Get Started Now</Link>
    </Button>
  );
}
