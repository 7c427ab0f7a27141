import type { Metadata } from "next";
import { AuthCard } from "@/components/auth/auth-card";
import { LoginForm } from "@/components/auth/login-form";
import { TextLink } from "@/components/ui/text-link";

export const metadata: Metadata = { title: "Login" };

export default function LoginPage() {
  return (
    <AuthCard
      title="Sign in"
      footer={
        <p>
          Don't have an account? <TextLink href="/signup">Sign up</TextLink>
        </p>
      }
    >
      <LoginForm />
    </AuthCard>
  );
}
