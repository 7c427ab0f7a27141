/** An emulator's answer, complete before it is sent, so that a fault can still change it. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  };
}

export function xml(status: number, body: string): Reply {
  return { status, headers: { "content-type": "application/xml" }, body };
}

export function html(status: number, body: string): Reply {
  return { status, headers: { "content-type": "text/html; charset=utf-8" }, body };
}

export function redirect(location: string): Reply {
  return { status: 302, headers: { location }, body: "" };
}
