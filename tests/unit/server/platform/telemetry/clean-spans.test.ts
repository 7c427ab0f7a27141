import {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-node";
import { expect, test } from "vitest";
import { CleanSpans } from "@/server/platform/telemetry/start";

const key = `sk_live_${"a1B2".repeat(8)}`;

test("spans are exported without queries and secrets", async () => {
  const exporter = new InMemorySpanExporter();
  const provider = new NodeTracerProvider({
    spanProcessors: [new CleanSpans(new SimpleSpanProcessor(exporter))],
  });
  const span = provider
    .getTracer("test")
    .startSpan("fetch GET https://id.example.com/token?code=abc", {
      attributes: {
        "http.target": "/quickbooks/callback?code=abc&realmId=1",
        "http.status_code": 200,
      },
    });
  span.recordException(new Error(`refused for ${key}`));
  span.setStatus({ code: 2, message: `refused for ${key}` });
  span.end();
  const [sent] = exporter.getFinishedSpans();
  expect(sent?.name).toBe("fetch GET https://id.example.com/token");
  expect(sent?.attributes).toEqual({
    "http.target": "/quickbooks/callback",
    "http.status_code": 200,
  });
  expect(JSON.stringify([sent?.events, sent?.status])).toContain("refused for");
  expect(JSON.stringify([sent?.events, sent?.status])).not.toContain(key);
  await provider.shutdown();
});
