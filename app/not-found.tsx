import type { Metadata } from "next";
import { NotFoundFrame } from "@/components/shell/not-found-frame";

export const metadata: Metadata = { title: "Page not found" };

export default function NotFound() {
  return (
    <NotFoundFrame>
      <h1 className="text-5xl font-semibold tracking-tight tabular-nums">404</h1>
      <p className="text-base text-muted-foreground">Oops! Page not found</p>
    </NotFoundFrame>
  );
}
