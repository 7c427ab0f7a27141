"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { TaskDialog } from "@/components/feedback/task-dialog";
import { PasswordProof } from "@/components/settings/password-proof";
import { accountKeys, linkedIdentitiesQuery } from "@/components/settings/queries";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { TimeText } from "@/components/ui/date-text";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { ResponseOf } from "@/lib/contracts/endpoint";
import type { listLinkedIdentities } from "@/lib/contracts/linked-identities";

type Identity = ResponseOf<typeof listLinkedIdentities>["identities"][number];

/** The providers that sign the user in; draws nothing for users who only use their password. */
export function LinkedIdentities() {
  const { data } = useQuery(linkedIdentitiesQuery);
  const [leaving, setLeaving] = useState<Identity | null>(null);
  if (!data || data.identities.length === 0) return null;
  const isLastWayIn = !data.has_password && data.identities.length === 1;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Linked sign-in providers</CardTitle>
        <CardDescription>
          {isLastWayIn
            ? "Your only way to sign in. To unlink it, set a password first."
            : "Each one signs you in without your password."}
        </CardDescription>
      </CardHeader>
      <CardContent>
        <ul aria-label="Linked sign-in providers" className="divide-y border-y">
          {data.identities.map((identity) => (
            <li
              key={identity.id}
              className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3"
            >
              <div className="grid min-w-0 gap-0.5">
                <p className="font-medium">{identity.provider}</p>
                <p className="text-caption break-words text-muted-foreground">
                  {identity.email} · since <TimeText at={identity.linked_at} />
                </p>
              </div>
              <Button
                variant="outline"
                size="sm"
                aria-label={`Unlink ${identity.provider}`}
                disabled={isLastWayIn}
                onClick={() => setLeaving(identity)}
              >
                Unlink
              </Button>
            </li>
          ))}
        </ul>
      </CardContent>
      {leaving && (
        <UnlinkDialog
          identity={leaving}
          hasPassword={data.has_password}
          onClose={() => setLeaving(null)}
        />
      )}
    </Card>
  );
}

function UnlinkDialog({
  identity,
  hasPassword,
  onClose,
}: {
  identity: Identity;
  hasPassword: boolean;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  return (
    <TaskDialog
      title={`Unlink ${identity.provider}?`}
      description="You can't sign in with it anymore, and your other sessions end."
      onClose={onClose}
    >
      <PasswordProof
        hasPassword={hasPassword}
        action="Unlink"
        destructive
        failed={`Couldn't unlink ${identity.provider}`}
        send={(proof) =>
          call("POST /user/linked-identities/unlink/", {
            body: { identity_id: identity.id, ...proof },
          })
        }
        onDone={({ message }) => {
          toast.success(message);
          void queryClient.invalidateQueries({ queryKey: accountKeys.identities });
          void queryClient.invalidateQueries({ queryKey: accountKeys.sessions });
          onClose();
        }}
        onCancel={onClose}
      />
    </TaskDialog>
  );
}
