"use client";

import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import {
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_EVENTS,
  type WebhookEventType,
} from "@/lib/constants/webhooks";

interface EventFieldsProps {
  /** Null: all. */
  value: WebhookEventType[] | null;
  onChange: (value: WebhookEventType[] | null) => void;
  error?: string | undefined;
}

/** Which events an endpoint gets: all, or chosen ones. */
export function EventFields({ value, onChange, error }: EventFieldsProps) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-medium">Events</legend>
      <Field inline label="All events, new kinds included">
        {(control) => (
          <Checkbox
            {...control}
            checked={value === null}
            onCheckedChange={(all) => onChange(all === true ? null : [...WEBHOOK_EVENT_TYPES])}
          />
        )}
      </Field>
      {value !== null && (
        <div className="grid gap-3 border-l pl-4">
          {WEBHOOK_EVENT_TYPES.map((type) => (
            <Field
              key={type}
              inline
              className="gap-0.5"
              label={<span className="font-mono text-caption">{type}</span>}
              hint={WEBHOOK_EVENTS[type]}
            >
              {(control) => (
                <Checkbox
                  {...control}
                  checked={value.includes(type)}
                  onCheckedChange={(on) =>
                    onChange(
                      WEBHOOK_EVENT_TYPES.filter((each) =>
                        each === type ? on === true : value.includes(each),
                      ),
                    )
                  }
                />
              )}
            </Field>
          ))}
        </div>
      )}
      {error && (
        <p role="alert" className="text-caption text-destructive">
          {error}
        </p>
      )}
    </fieldset>
  );
}
