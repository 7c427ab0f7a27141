import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { startTelemetry, type Telemetry } from "@/server/platform/telemetry/start";
import { call } from "../support/client";
import { connectedCompany, type TestCompany } from "../support/company";
import { eventually } from "../support/eventually";
import { type Running, settled, startWorkers } from "../support/worker";

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number };
}
interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Attribute[];
  status: { code?: number };
}
interface Batch {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: SentSpan[] }[] }[];
}

/** A collector: receives OTLP over HTTP, and keeps it. */
const batches: Batch[] = [];
const paths = new Set<string>();
let collector: Server;
let telemetry: Telemetry;
let emulators: Emulators;
let workers: Running;
let company: TestCompany;

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    paths.add(`${request.method} ${request.url} ${request.headers["content-type"]}`);
    batches.push(JSON.parse(await bodyOf(request)));
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  collector.listen(0, "127.0.0.1");
  await once(collector, "listening");
  const { port } = collector.address() as AddressInfo;
  emulators = await startEmulators({ company: "empty" });
  Object.assign(process.env, emulators.env, {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
    // As docker-compose.yml passes unset variables.
    OTEL_SERVICE_NAME: "",
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "",
    OTEL_EXPORTER_OTLP_HEADERS: "",
    OTEL_TRACES_SAMPLER: "",
    OTEL_TRACES_SAMPLER_ARG: "",
    OTEL_SDK_DISABLED: "",
  });
  telemetry = startTelemetry("deposit-matcher-test");
  workers = await startWorkers();
  company = await connectedCompany(emulators);
  await settled(company.token);
});
afterAll(async () => {
  await workers.stop();
  await telemetry.stop();
  await emulators.close();
  collector.close();
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}

async function sentSpans(): Promise<SentSpan[]> {
  await telemetry.flush();
  return batches.flatMap((batch) =>
    batch.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  );
}

const attribute = (span: { attributes: Attribute[] } | undefined, name: string) => {
  const value = span?.attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
};

test("a request is exported with its pattern, status and id", async () => {
  const requestId = "a-request-of-this-test";
  await call("POST", "/user/login/api/", {
    body: { username: company.username, password: "not this one" },
    headers: {
      "x-request-id": requestId,
      traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-00`,
    },
  });
  const span = (await sentSpans()).find((each) => attribute(each, "request.id") === requestId);
  expect(span?.name).toBe("POST /user/login/api/");
  expect(attribute(span, "http.route")).toBe("/api/user/login/api/");
  expect(attribute(span, "http.response.status_code")).toBe(401);
  // Otherwise a caller could disable its own trace.
  expect(span?.traceId).not.toBe("a".repeat(32));
});

test("a job is exported with its id, and its provider calls are its children", async () => {
  const spans = await sentSpans();
  const job = spans.find(({ name }) => name === "job sync");
  expect(attribute(job, "job.id")).toMatch(/^[0-9a-f-]{36}$/);
  for (const name of ["stripe payouts", "quickbooks Payment query"]) {
    const below = spans.find(
      (each) => each.name === name && attribute(each, "job.name") === "sync",
    );
    expect(attribute(below, "outcome"), name).toBe("ok");
    const parent = spans.find(({ spanId }) => spanId === below?.parentSpanId);
    expect([parent?.name, parent?.traceId], name).toEqual(["job sync", below?.traceId]);
  }
});

test("traces follow the standard, with the names from the standard variables", async () => {
  await eventually(() => expect(batches.length).toBeGreaterThan(0));
  expect([...paths]).toEqual(["POST /v1/traces application/json"]);
  const resource = batches[0]?.resourceSpans[0]?.resource;
  expect(attribute(resource, "service.name")).toBe("deposit-matcher-test");
  expect(attribute(resource, "deployment.environment.name")).toBe("test");
});

test("no secret and no company is exported", async () => {
  await sentSpans();
  const all = JSON.stringify(batches);
  const { stripeSecretKey } = emulators.credentials;
  for (const secret of [stripeSecretKey, company.password, company.token.replace("TOKEN ", "")]) {
    expect(secret.length).toBeGreaterThan(3);
    expect(all).not.toContain(secret);
  }
});
