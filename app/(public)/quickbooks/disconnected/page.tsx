import type { Metadata } from "next";
import Link from "next/link";
import { AuthCard } from "@/components/auth/auth-card";
import { Button } from "@/components/ui/button";
import { TextLink } from "@/components/ui/text-link";

export const metadata: Metadata = {
  title: "QuickBooks was disconnected",
  robots: { index: false, follow: false },
};

/**
 * Where Intuit sends who has disconnected the app in QuickBooks. It changes nothing itself, since anyone can open
 * it: the next sync finds out, and says so on every page.
 */
export default function QuickBooksDisconnectedPage() {
  return (
    <AuthCard
      title="QuickBooks was disconnected"
      footer={
        <>
          Disconnected by mistake? Connect again, nothing is lost.{" "}
          <TextLink href="/help">Help</TextLink>
        </>
      }
    >
      <div className="grid gap-4 text-pretty">
        <p>
          Deposit Matcher can no longer read or change the company that you disconnected. Everything
          it posted stays in QuickBooks.
        </p>
        <p>
          Your deposits, matches and history stay here. Matched deposits wait, and can be posted
          once the company is connected again.
        </p>
        <Button asChild className="h-11">
          <Link href="/quickbooks/launch">Connect again</Link>
        </Button>
      </div>
    </AuthCard>
  );
}
