"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { TaskDialog } from "@/components/feedback/task-dialog";
import { ListCard, ListRow } from "@/components/settings/list-card";
import { PasswordProof } from "@/components/settings/password-proof";
import { accountKeys, linkedIdentitiesQuery } from "@/components/settings/queries";
import { Button } from "@/components/ui/button";
import { TimeText } from "@/components/ui/date-text";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { ResponseOf } from "@/lib/contracts/endpoint";
import type { listLinkedIdentities } from "@/lib/contracts/linked-identities";

type Identity = ResponseOf<typeof listLinkedIdentities>["identities"][number];

/** The providers that sign the user in; draws nothing for users who only use their password. */
export function LinkedIdentities() {
  const query = useQuery(linkedIdentitiesQuery);
  const { data } = query;
  const [leaving, setLeaving] = useState<Identity | null>(null);
  if (!data || data.identities.length === 0) return null;
  const isLastWayIn = !data.has_password && data.identities.length === 1;
  return (
    <>
      <ListCard
        title="Linked sign-in providers"
        description={
          isLastWayIn
            ? "Your only way to sign in. To unlink it, set a password first."
            : "Each one signs you in without your password."
        }
        query={query}
        items={data.identities}
        failed="Couldn't load your sign-in providers"
      >
        {(identity) => (
          <ListRow
            key={identity.id}
            name={identity.provider}
            facts={
              <>
                {identity.email} · since <TimeText at={identity.linked_at} />
              </>
            }
          >
            <Button
              variant="outline"
              size="sm"
              aria-label={`Unlink ${identity.provider}`}
              disabled={isLastWayIn}
              onClick={() => setLeaving(identity)}
            >
              Unlink
            </Button>
          </ListRow>
        )}
      </ListCard>
      {leaving && (
        <UnlinkDialog
          identity={leaving}
          hasPassword={data.has_password}
          onClose={() => setLeaving(null)}
        />
      )}
    </>
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
