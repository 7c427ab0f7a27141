import type { Metadata } from "next";
import { AuthCard } from "@/components/auth/auth-card";
import { OfferRestore } from "@/components/auth/offer-restore";
import { OpenIdButtons } from "@/components/auth/open-id-buttons";
import { SignupForm } from "@/components/auth/signup-form";
import { TextLink } from "@/components/ui/text-link";
import { SIGN_UP_REFUSALS } from "@/lib/constants/sign-up";
import { openIdProviders } from "@/server/accounts/openid/open-id-providers";
import { signUpOfferOnPages } from "@/server/accounts/sign-up";
import { isNewInstallation } from "@/server/setup/has-accounts";

export const metadata: Metadata = { title: "Sign Up" };
export const dynamic = "force-dynamic";

export default async function SignupPage() {
  const offer = await signUpOfferOnPages();
  const isNew = await isNewInstallation();
  return (
    <AuthCard
      title={offer === "open" ? "Create your account" : "Sign up"}
      footer={
        <>
          <p>
            Already have an account? <TextLink href="/login">Sign in</TextLink>
          </p>
          {isNew && <OfferRestore />}
        </>
      }
    >
      {offer === "open" ? (
        <>
          <SignupForm />
          <OpenIdButtons providers={openIdProviders().map(({ id, name }) => ({ id, name }))} />
        </>
      ) : (
        <p className="text-pretty">{SIGN_UP_REFUSALS[offer]}</p>
      )}
    </AuthCard>
  );
}
