"use client";

import { type FormEventHandler, type ReactNode, useEffect, useRef } from "react";
import { PageHeader } from "@/components/feedback/page-header";
import { ConnectsInto } from "@/components/integrations/connects-into";
import { Button } from "@/components/ui/button";
import { Card, CardContent } from "@/components/ui/card";

/** The page on which credentials are typed; its first control has the focus. */
export function ConnectForm({
  name,
  intro,
  filled,
  connecting,
  onSubmit,
  onClose,
  children,
}: {
  name: string;
  /** A better way to connect, above the fields. */
  intro?: ReactNode;
  filled: boolean;
  connecting: boolean;
  onSubmit: FormEventHandler;
  onClose: () => void;
  children: ReactNode;
}) {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => card.current?.querySelector<HTMLElement>("input, button")?.focus(), []);
  return (
    <>
      <PageHeader
        title={`Connect to ${name}`}
        back={
          <Button variant="link" size="sm" className="h-auto px-0" onClick={onClose}>
            ← Back to integrations
          </Button>
        }
      />
      <Card className="max-w-xl">
        <CardContent ref={card} className="grid gap-6">
          <ConnectsInto name={name} />
          {intro}
          <form noValidate className="grid gap-4" onSubmit={onSubmit}>
            {children}
            <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
              <Button variant="outline" onClick={onClose}>
                Cancel
              </Button>
              <Button
                type="submit"
                variant={intro && !filled ? "outline" : "default"}
                disabled={!filled}
                loading={connecting}
              >
                Connect Account
              </Button>
            </div>
          </form>
        </CardContent>
      </Card>
    </>
  );
}
