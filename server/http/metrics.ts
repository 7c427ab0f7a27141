import { scrape } from "@/server/platform/metrics/scrape";

/** `GET /metrics`, for Prometheus. */
export async function metricsAnswer(request: Request): Promise<Response> {
  const { status, type, text } = await scrape(request.headers.get("authorization"));
  return new Response(text, {
    status,
    headers: [
      ["Content-Type", type],
      ["Cache-Control", "no-store"],
      ...(status === 401 ? ([["WWW-Authenticate", "Bearer"]] as [string, string][]) : []),
    ],
  });
}
