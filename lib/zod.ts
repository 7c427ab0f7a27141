import { config } from "zod";

// zod compiles its checks, which the pages' content security policy refuses and reports. It decides so
// with the first schema, so whatever may run in a browser takes zod from here.
if (typeof window !== "undefined") config({ jitless: true });

// Name by name: the whole of zod brings the error texts of fifty languages into every page.
export {
  array,
  base64,
  boolean,
  coerce,
  email,
  enum,
  file,
  type infer,
  instanceof,
  iso,
  literal,
  number,
  object,
  record,
  string,
  templateLiteral,
  toJSONSchema,
  union,
  url,
  uuid,
  type ZodType,
} from "zod";
