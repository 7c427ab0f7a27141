import type { Metadata } from "next";
import { TextLink } from "@/components/ui/text-link";

export const metadata: Metadata = { title: "Page not found" };

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-2 px-4 text-center">
      <h1 className="text-5xl font-semibold tracking-tight tabular-nums">404</h1>
      <p className="text-base text-muted-foreground">Oops! Page not found</p>
      <TextLink href="/" className="mt-4">
        Return to Home
      </TextLink>
    </main>
  );
}
