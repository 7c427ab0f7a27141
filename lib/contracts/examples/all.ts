import { accountExamples } from "./accounts";
import { bookExamples } from "./books";
import { connectionExamples } from "./connections";
import type { Examples } from "./example";
import { failureExamples } from "./failures";
import { peopleExamples } from "./people";
import { plannedPaymentExamples } from "./planned-payments";
import { questionExamples } from "./questions";
import { ruleExamples } from "./rules";
import { webhookExamples } from "./webhooks";

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
  ...webhookExamples,
};
