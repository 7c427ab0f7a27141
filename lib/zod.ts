import { z } from "zod";

// zod compiles its checks, which the pages' content security policy refuses and reports. It decides so
// with the first schema, so whatever may run in a browser takes zod from here.
if (typeof window !== "undefined") z.config({ jitless: true });

export { z };
