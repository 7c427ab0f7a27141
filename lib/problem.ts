import type { Problem } from "@/lib/contracts/common";
import { isRecord } from "@/lib/json";

/**
 * Parses our server's error response; null for anything else, such as a proxy's error page. Written without a
 * schema, because it is part of every page's first load.
 */
export function readProblem(answer: unknown): Problem | null {
  if (!isRecord(answer)) return null;
  const { message, code, fields, challenge, request_id } = answer;
  if (!isText(message) || !isText(code) || !isText(request_id)) return null;
  if (fields !== undefined && !isTexts(fields)) return null;
  if (challenge !== undefined && !isText(challenge)) return null;
  return {
    message,
    // A newer server may know more codes; programs of ours compare them only.
    code: code as Problem["code"],
    request_id,
    ...(fields && { fields }),
    ...(challenge !== undefined && { challenge }),
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isTexts(value: unknown): value is Record<string, string> {
  return isRecord(value) && Object.values(value).every(isText);
}
