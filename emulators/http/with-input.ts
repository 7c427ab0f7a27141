import { z } from "zod";
import { type Call, parseJson } from "./call";
import { json, type Reply } from "./reply";

/** Works on a request's body once the schema has taken it; 400 with what is wrong otherwise. */
export function withInput<T extends z.ZodType>(
  call: Call,
  schema: T,
  work: (input: z.output<T>) => Reply,
): Reply {
  const parsed = schema.safeParse(call.body === "" ? {} : parseJson(call.body));
  return parsed.success ? work(parsed.data) : json(400, { error: z.prettifyError(parsed.error) });
}
