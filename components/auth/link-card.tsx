import type { ReactNode } from "react";
import { AuthCard } from "@/components/auth/auth-card";
import { TextLink } from "@/components/ui/text-link";

/** What a mailed link opens, which may have come to the wrong person. */
export function LinkCard({
  title,
  mistaken,
  children,
}: {
  title: string;
  /** Asked when someone received the email by mistake. */
  mistaken: string;
  children: ReactNode;
}) {
  return (
    <AuthCard
      title={title}
      footer={
        <>
          {mistaken} Close this page. <TextLink href="/help">Help</TextLink>
        </>
      }
    >
      <div className="grid gap-4 text-pretty break-words">{children}</div>
    </AuthCard>
  );
}
