/** The minimum that a Next route handler can do for a request. */
export const dynamic = "force-dynamic";

export function GET() {
  return Response.json({ status: "ok" });
}
