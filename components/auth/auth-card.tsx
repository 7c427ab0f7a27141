import type { ReactNode } from "react";

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
