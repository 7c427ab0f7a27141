import { accountExamples } from "@/lib/openapi/examples/accounts";
import { bookExamples } from "@/lib/openapi/examples/books";
import { connectionExamples } from "@/lib/openapi/examples/connections";
import type { Examples } from "@/lib/openapi/examples/example";
import { failureExamples } from "@/lib/openapi/examples/failures";
import { peopleExamples } from "@/lib/openapi/examples/people";
import { plannedPaymentExamples } from "@/lib/openapi/examples/planned-payments";
import { questionExamples } from "@/lib/openapi/examples/questions";
import { ruleExamples } from "@/lib/openapi/examples/rules";

/** Every example by the name of its contract. A test requires one for each request body. */
export const examples: Examples = {
  ...accountExamples,
  ...peopleExamples,
  ...bookExamples,
  ...plannedPaymentExamples,
  ...questionExamples,
  ...ruleExamples,
  ...connectionExamples,
  ...failureExamples,
};
