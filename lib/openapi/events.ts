import { eventData } from "@/lib/contracts/events";
import type { Schemas } from "@/lib/openapi/schemas";

/** Adds what the event stream sends: `Event`, one of the events by their names. */
export function addEvents(schemas: Schemas): void {
  schemas.add("Event", {
    description:
      "An event of /events/: its lines `event:` and `data:`, the latter parsed as JSON. Lines that begin with a colon keep the connection open.",
    oneOf: Object.entries(eventData).map(([name, data]) => ({
      type: "object",
      properties: {
        event: { type: "string", const: name, description: "The event's name." },
        data: {
          description: "The state now, as the endpoint about it answers.",
          ...schemas.published(data, "output"),
        },
      },
      required: ["event", "data"],
    })),
  });
}
