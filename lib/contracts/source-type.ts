import { type ListedProvider, listProviders } from "@/lib/providers/list";
import * as z from "@/lib/zod";

/**
 * A payment processor in the documented spelling.
 * @schema SourceType
 */
export const sourceType = z.enum(
  listProviders().flatMap((each) => (each.role === "source" ? each.wire : [])),
);
export type SourceType = Extract<ListedProvider, { role: "source" }>["wire"];
