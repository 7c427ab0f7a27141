import { config } from "zod";

// By default zod compiles its checks, which the pages' content security policy refuses and reports. It decides
// with the first schema, so all code that may run in a browser imports zod from here.
if (typeof window !== "undefined") config({ jitless: true });

// Named exports: all of zod would add the error texts of fifty languages to every page.
export {
  array,
  base64,
  boolean,
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
  toJSONSchema,
  union,
  url,
  uuid,
  type ZodType,
} from "zod";
