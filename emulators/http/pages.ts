import { html, type Reply } from "./reply";

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

interface ConsentPage {
  provider: string;
  accent: string;
  company: string;
  application: string;
  action: string;
  hidden: Record<string, string>;
}

/** The page on which the user grants access: a real form with Connect and Cancel. */
export function consentPage(page: ConsentPage): Reply {
  const inputs = Object.entries(page.hidden)
    .map(
      ([name, value]) =>
        `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
    )
    .join("\n        ");
  return shell(
    page,
    `<p class="provider">${escapeHtml(page.provider)} <span>local emulator</span></p>
      <h1>Connect ${escapeHtml(page.company)}</h1>
      <p>${escapeHtml(page.application)} asks to read and write the data of
        <strong>${escapeHtml(page.company)}</strong>.</p>
      <form method="post" action="${escapeHtml(page.action)}">
        ${inputs}
        <button type="submit" name="decision" value="connect" class="primary">Connect</button>
        <button type="submit" name="decision" value="cancel">Cancel</button>
      </form>`,
    200,
  );
}

export function errorPage(provider: string, accent: string, message: string): Reply {
  return shell(
    { provider, accent },
    `<p class="provider">${escapeHtml(provider)} <span>local emulator</span></p>
      <h1>This connection cannot be made</h1><p>${escapeHtml(message)}</p>`,
    400,
  );
}

function shell(page: { provider: string; accent: string }, content: string, status: number): Reply {
  return html(
    status,
    `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(page.provider)}</title>
    <link rel="icon" href="data:,">
    <style>
      body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #f3f4f6;
        color: #1f2937; font: 16px/1.5 system-ui, sans-serif; }
      main { box-sizing: border-box; width: min(28rem, 92vw); padding: 2rem; background: #fff;
        border-radius: 12px; border-top: 6px solid ${page.accent}; box-shadow: 0 8px 30px #0002; }
      h1 { margin: .5rem 0 1rem; font-size: 1.5rem; line-height: 1.2; }
      .provider { margin: 0; font-weight: 600; } .provider span { color: #6b7280; font-weight: 400; }
      form { display: flex; gap: .75rem; margin-top: 1.5rem; }
      button { flex: 1; padding: .7rem 1rem; border: 1px solid #d1d5db; border-radius: 8px;
        background: #fff; color: inherit; font: inherit; cursor: pointer; }
      button.primary { border-color: ${page.accent}; background: ${page.accent}; color: #fff; }
    </style>
  </head>
  <body>
    <main>
      ${content}
    </main>
  </body>
</html>
`,
  );
}
