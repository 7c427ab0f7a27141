import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { TextLink } from "@/components/ui/text-link";

/** The narrow column of sign-in and sign-up. */
export function AuthCard({
  title,
  children,
  footer,
}: {
  title: string;
  children: ReactNode;
  footer: ReactNode;
}) {
  return (
    <div className="mx-auto flex w-full max-w-[26rem] flex-1 flex-col justify-center px-4 py-12">
      <h1 className="mb-6 text-xl font-semibold tracking-tight">{title}</h1>
      <div className="rounded-lg border bg-card p-6">{children}</div>
      <div className="mt-6 text-center text-muted-foreground">{footer}</div>
    </div>
  );
}

/** A sentence above a form that stays until it is no longer true. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex gap-2.5 rounded-lg bg-warning-surface p-3 text-caption text-pretty text-warning"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <p>{children}</p>
    </div>
  );
}

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
