import type { Metadata } from "next";
import { AuthCard } from "@/components/auth/auth-card";
import { OpenIdButtons } from "@/components/auth/open-id-buttons";
import { SignupForm } from "@/components/auth/signup-form";
import { TextLink } from "@/components/ui/text-link";
import { openIdProviders } from "@/server/accounts/openid/open-id-providers";

export const metadata: Metadata = { title: "Sign Up" };

export default function SignupPage() {
  return (
    <AuthCard
      title="Create your account"
      footer={
        <p>
          Already have an account? <TextLink href="/login">Sign in</TextLink>
        </p>
      }
    >
      <SignupForm />
      <OpenIdButtons providers={openIdProviders().map(({ id, name }) => ({ id, name }))} />
    </AuthCard>
  );
}
