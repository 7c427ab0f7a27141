import type { Metadata } from "next";
import { NotFoundFrame } from "@/components/shell/not-found-frame";
import { signUpOfferOnPages } from "@/server/accounts/sign-up";

export const metadata: Metadata = { title: "Page not found" };

export default async function NotFound() {
  return (
    <NotFoundFrame offersSignUp={(await signUpOfferOnPages()) === "open"}>
      <h1 className="text-5xl font-semibold tracking-tight tabular-nums">404</h1>
      <p className="text-base text-muted-foreground">Oops! Page not found</p>
    </NotFoundFrame>
  );
}
