import { type ActiveProvider, activeProviders } from "@/lib/providers/list";
import * as z from "@/lib/zod";

/**
 * A payment processor in the documented spelling.
 * @schema SourceType
 */
export const sourceType = z.enum(
  activeProviders().flatMap((each) => (each.role === "source" ? each.wire : [])),
);
export type SourceType = Extract<ActiveProvider, { role: "source" }>["wire"];
