"use client";

import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { TaskDialog } from "@/components/feedback/task-dialog";
import { showFieldErrors, useContractResolver } from "@/components/feedback/use-contract-resolver";
import { ProofFooter } from "@/components/settings/settings-form";
import { ShownOnce } from "@/components/settings/shown-once";
import { useListChange } from "@/components/settings/use-list-change";
import { EventFields } from "@/components/settings/webhooks/event-fields";
import { webhookKeys } from "@/components/settings/webhooks/queries";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { call } from "@/lib/api";
import type { WebhookEndpointView } from "@/lib/contracts/webhook-endpoints";

const load = () =>
  import("@/lib/contracts/webhook-endpoints").then(
    ({ webhookEndpointForm }) => webhookEndpointForm,
  );

/** Asks for an endpoint's URL and events; a new one's secret is then shown once. */
export function EndpointDialog({
  endpoint,
  onClose,
}: {
  /** Null: a new one. */
  endpoint: WebhookEndpointView | null;
  onClose: () => void;
}) {
  const [secret, setSecret] = useState<string | null>(null);
  if (secret !== null) {
    return (
      <TaskDialog
        title="Copy the signing secret"
        description="It won't be shown again. The program checks with it that an event comes from here."
        onClose={onClose}
      >
        <ShownOnce label="Signing secret" secret={secret} onClose={onClose} />
      </TaskDialog>
    );
  }
  return (
    <TaskDialog
      title={endpoint ? "Edit endpoint" : "Add endpoint"}
      description={
        endpoint
          ? "What waits to be sent goes to the new URL."
          : "Changes are sent to it from now on."
      }
      onClose={onClose}
    >
      <EndpointForm endpoint={endpoint} onMade={setSecret} onClose={onClose} />
    </TaskDialog>
  );
}

function EndpointForm({
  endpoint,
  onMade,
  onClose,
}: {
  endpoint: WebhookEndpointView | null;
  onMade: (secret: string) => void;
  onClose: () => void;
}) {
  const form = useForm({
    resolver: useContractResolver(load),
    defaultValues: { url: endpoint?.url ?? "", event_types: endpoint?.event_types ?? null },
  });
  const { errors } = form.formState;
  const save = useListChange(
    webhookKeys,
    endpoint ? "Couldn't save the endpoint" : "Couldn't add the endpoint",
    async (body: { url: string; event_types: WebhookEndpointView["event_types"] }) => {
      if (!endpoint) {
        const { message, secret } = await call("POST /webhook-endpoints/", { body });
        return { message, secret };
      }
      const changed = { ...body, webhook_endpoint_id: endpoint.id };
      const { message } = await call("POST /webhook-endpoints/change/", { body: changed });
      return { message, secret: null };
    },
    ({ secret }) => (secret === null ? onClose() : onMade(secret)),
    ["url"],
  );
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={form.handleSubmit((body) =>
        save.mutate(body, { onError: (error) => showFieldErrors(form, ["url"], error) }),
      )}
    >
      <Field
        label="URL"
        hint="It answers with a 2xx status within 10 seconds."
        error={errors.url?.message}
      >
        {(control) => (
          <Input
            type="url"
            autoComplete="off"
            placeholder="https://example.com/webhooks"
            {...control}
            {...form.register("url")}
          />
        )}
      </Field>
      <Controller
        name="event_types"
        control={form.control}
        render={({ field }) => (
          <EventFields
            value={field.value}
            onChange={field.onChange}
            error={errors.event_types?.message}
          />
        )}
      />
      <ProofFooter
        action={endpoint ? "Save" : "Add endpoint"}
        loading={save.isPending}
        onCancel={onClose}
      />
    </form>
  );
}
