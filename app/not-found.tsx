import type { Metadata } from "next";
import { PublicShell } from "@/components/shell/public-shell";
import { TextLink } from "@/components/ui/text-link";

export const metadata: Metadata = { title: "Page not found" };

export default function NotFound() {
  return (
    <PublicShell>
      <div className="grid flex-1 place-content-center justify-items-center gap-2 px-4 py-24 text-center">
        <h1 className="text-5xl font-semibold tracking-tight tabular-nums">404</h1>
        <p className="text-base text-muted-foreground">Oops! Page not found</p>
        <TextLink href="/" className="mt-4">
          Return to Home
        </TextLink>
      </div>
    </PublicShell>
  );
}
