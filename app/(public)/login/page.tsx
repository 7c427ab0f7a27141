import type { Metadata } from "next";
import { Login } from "@/components/auth/login";
import { openIdProviders } from "@/server/accounts/openid/open-id-providers";
import { signUpOfferOnPages } from "@/server/accounts/sign-up";

export const metadata: Metadata = { title: "Login" };

interface LoginPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function LoginPage({ searchParams }: LoginPageProps) {
  const { arrived, error } = await searchParams;
  return (
    <Login
      // With the page, not after it: nothing moves when they are known.
      providers={openIdProviders().map(({ id, name }) => ({ id, name }))}
      arrived={arrived !== undefined}
      error={[error].flat()[0] ?? ""}
      signUp={await signUpOfferOnPages()}
    />
  );
}
