import type { Metadata } from "next";
import { AuthCard } from "@/components/auth/auth-card";
import { TextLink } from "@/components/ui/text-link";

export const metadata: Metadata = { title: "Forgot Password" };

export default function ForgotPasswordPage() {
  return (
    <AuthCard title="Forgot password" footer={<TextLink href="/login">Back to login</TextLink>}>
      <p>Password reset by e-mail arrives with the next release.</p>
      <p className="mt-2 text-muted-foreground">Ask the person who runs this installation.</p>
    </AuthCard>
  );
}
