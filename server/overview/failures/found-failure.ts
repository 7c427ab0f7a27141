import type { Provider } from "@/generated/prisma/client";
import type { JobName } from "@/server/platform/queue/definitions";

/** A failure together with what it concerns. */
export interface FoundFailure {
  /** Identifies this failure; a later failure of the same work has another key. */
  key: string;
  kind: "posting" | "sync" | "match-run" | "job";
  title: string;
  reason: string;
  code: string;
  attempts: number;
  failedAt: Date;
  /** Path inside the product; empty for none. */
  link: string;
  about: About;
}

export type About =
  | { kind: "posting"; depositId: number }
  | { kind: "sync"; provider: Provider; integrationId: string }
  | { kind: "match-run"; depositIds: number[] }
  | { kind: "job"; job: JobName };
