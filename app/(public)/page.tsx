import { existsSync } from "node:fs";
import path from "node:path";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { OfferRestore } from "@/components/auth/offer-restore";
import { LeaveEarly } from "@/components/landing/leave-early";
import { ProductScreenshots, SCREENSHOTS } from "@/components/landing/product-screenshots";
import { RedirectSignedIn } from "@/components/landing/redirect-signed-in";
import { ClosingLink, HeroLinks } from "@/components/landing/start-links";
import { Steps } from "@/components/landing/steps";
import { signUpOfferOnPages } from "@/server/accounts/sign-up";
import { namesOfConnectable } from "@/server/connections/connect";
import { isNewInstallation } from "@/server/setup/has-accounts";

// Until the screenshots are made, the page comes without them.
const hasScreenshots = SCREENSHOTS.every((file) =>
  existsSync(path.join(process.cwd(), "public", file)),
);

export const metadata: Metadata = { title: "Automatically Match Your Deposits" };

export default async function LandingPage() {
  const isNew = await isNewInstallation();
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  const offersSignUp = (await signUpOfferOnPages()) === "open";
  return (
    <>
      <LeaveEarly nonce={nonce} />
      <RedirectSignedIn />
      <section className="mx-auto w-full max-w-[1248px] px-4 pt-12 pb-16 md:px-6 md:pt-20">
        <h1 className="max-w-3xl text-3xl font-semibold tracking-tight md:text-5xl">
          Automatically Match Your Deposits
        </h1>
        <p className="mt-4 max-w-xl text-base text-pretty text-muted-foreground">
          Connect your payment processors and your accounting software. We match each payout to the
          payments already in your books and save you hours of manual reconciliation each week.
        </p>
        <p className="mt-3 font-medium">Works with {namesOfConnectable()}.</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <HeroLinks offersSignUp={offersSignUp} />
        </div>
        {isNew && <OfferRestore />}
        {hasScreenshots && (
          <div className="mt-12 md:mt-16">
            <ProductScreenshots />
          </div>
        )}
      </section>
      <Steps />
      <section className="mx-auto flex w-full max-w-[1248px] flex-wrap items-center justify-between gap-6 px-4 py-16 md:px-6">
        <h2 className="text-xl font-semibold tracking-tight md:text-3xl">
          Ready to Save Hours on Reconciliation?
        </h2>
        <ClosingLink offersSignUp={offersSignUp} />
      </section>
    </>
  );
}
