import type { Provider } from "@/generated/prisma/client";
import type { JobName } from "@/server/jobs/definitions";

/** Something that gave up, with what it is about. */
export interface FoundFailure {
  /** Names this failure and no later one of the same work. */
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
  | { kind: "sync"; provider: Provider }
  | { kind: "match-run"; depositIds: number[] }
  | { kind: "job"; job: JobName };
