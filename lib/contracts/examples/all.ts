import { accountExamples } from "./accounts";
import { connectionExamples } from "./connections";
import { depositExamples } from "./deposits";
import type { Examples } from "./example";
import { failureExamples } from "./failures";
import { matchExamples } from "./matches";
import { payoutFileExamples } from "./payout-files";
import { peopleExamples } from "./people";
import { plannedPaymentExamples } from "./planned-payments";
import { postingExamples } from "./postings";
import { questionExamples } from "./questions";
import { ruleExamples } from "./rules";
import { webhookExamples } from "./webhooks";

/** Every example by the name of its contract. A test requires one for each request body. */
export const examples: Examples = {
  ...accountExamples,
  ...peopleExamples,
  ...depositExamples,
  ...matchExamples,
  ...postingExamples,
  ...plannedPaymentExamples,
  ...questionExamples,
  ...ruleExamples,
  ...connectionExamples,
  ...payoutFileExamples,
  ...failureExamples,
  ...webhookExamples,
};
