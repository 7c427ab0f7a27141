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

function ToSignIn({ variant = "default" }: { variant?: "default" | "outline" }) {
  return (
    <Button asChild size="lg" variant={variant}>
      <Link href="/login">Sign In</Link>
    </Button>
  );
}

interface StartLinks {
  /** Otherwise who arrives here has an account already. */
  offersSignUp: boolean;
}

export function HeroLinks({ offersSignUp }: StartLinks) {
  if (useSignedIn()) return <ToDashboard />;
  if (!offersSignUp) return <ToSignIn />;
  return (
    <>
      <Button asChild size="lg">
        <Link href="/signup">Get Started</Link>
      </Button>
      <ToSignIn variant="outline" />
    </>
  );
}

export function ClosingLink({ offersSignUp }: StartLinks) {
  if (useSignedIn()) return <ToDashboard />;
  if (!offersSignUp) return <ToSignIn />;
  return (
    <Button asChild size="lg">
      <Link href="/signup">Get Started Now</Link>
    </Button>
  );
}
