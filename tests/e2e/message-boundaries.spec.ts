import { connect } from "node:net";
import { BASE_URL } from "./addresses";
import { expect, test } from "./fixtures";

const { hostname, port } = new URL(BASE_URL);

/** Everything that the server answers until it closes the connection. */
function answerTo(message: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(Number(port), hostname, () => socket.write(message));
    socket.setEncoding("latin1");
    socket.on("data", (part) => {
      text += part;
    });
    socket.once("error", reject);
    socket.once("close", () => resolve(text));
  });
}

const HEAD = `POST /api/user/login/api/ HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\n`;
/** Would be a second request to a server that takes the message's end for somewhere else. */
const SMUGGLED = `GET /api/health HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`;

for (const [what, message] of Object.entries({
  "a length and chunks": `${HEAD}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  "two lengths": `${HEAD}Content-Length: 2\r\nContent-Length: 60\r\n\r\n{}`,
  "a length that is no number": `${HEAD}Content-Length: +2\r\n\r\n{}`,
  "an unknown transfer encoding": `${HEAD}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
  "a blank before the colon": `${HEAD}Content-Length : 2\r\n\r\n{}`,
  "a bare line feed in a chunk": `${HEAD}Transfer-Encoding: chunked\r\n\r\n2\n{}\n0\r\n\r\n`,
})) {
  test(`a message with ${what} is refused, and what follows is no request`, async () => {
    const answer = await answerTo(message + SMUGGLED);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });
}

test("no picture is fetched from an address in a request", async ({ request }) => {
  for (const url of ["http://127.0.0.1:1/x.png", "//127.0.0.1:1/x.png", "file:///etc/hostname"]) {
    const address = `/_next/image?url=${encodeURIComponent(url)}&w=640&q=75`;
    expect((await request.get(address)).status(), url).toBe(400);
  }
});
