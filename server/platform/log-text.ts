/** Said of every line, or not worth a place in it. */
const OWN = new Set(["level", "time", "msg", "error"]);

/** Writes a line of the log, as JSON, for people: time, level, message, fields, and below them an error's stack. */
export function toText(line: string): string {
  const fields: Record<string, unknown> = JSON.parse(line);
  const { time, level, msg = "", error } = fields;
  const rest = Object.entries(fields).flatMap(([name, value]) =>
    OWN.has(name) ? [] : `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  const head = [time, String(level).toUpperCase().padEnd(5), msg, ...rest].join(" ").trimEnd();
  return error === undefined ? `${head}\n` : `${head}\n${indented(errorText(error))}\n`;
}

function errorText(error: unknown): string {
  if (typeof error !== "object" || error === null) return String(error);
  const { stack, ...rest } = error as { stack?: unknown };
  const more = Object.keys(rest).length > 0 ? JSON.stringify(rest) : "";
  return typeof stack === "string" ? `${stack}\n${more}`.trimEnd() : more;
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, "  ");
}
