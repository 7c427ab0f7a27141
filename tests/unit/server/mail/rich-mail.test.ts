import { expect, test } from "vitest";
import { richMail } from "@/server/mail/rich-mail";

const WHY = {
  text: "You asked for it.",
  link: { label: "Choose", path: "/settings?tab=notifications&x=1" },
};

test("both forms say the same", () => {
  const { text, html } = richMail(
    "Acme",
    [{ title: "3 deposits matched", text: "120.00 USD", link: { label: "Open", path: "/x" } }],
    WHY,
  );
  for (const piece of ["Acme", "3 deposits matched", "120.00 USD", "You asked for it."]) {
    expect(text).toContain(piece);
    expect(html).toContain(piece);
  }
  expect(text).toContain("http://localhost:3000/x\n");
  expect(html).toContain('href="http://localhost:3000/x"');
});

test("all values are text", () => {
  const evil = `<img src=x onerror="alert('1')">&amp;`;
  const { html } = richMail(evil, [{ title: evil, text: evil, link: null }, { rows: [[evil]] }], {
    ...WHY,
    text: evil,
  });
  expect(html).not.toContain("<img");
  expect(
    html.split("&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;"),
  ).toHaveLength(6);
});

test("it loads nothing from the network", () => {
  const { html } = richMail("Acme", [{ text: "x" }], WHY);
  expect(html).not.toMatch(/src=|url\(|<link|@import|<script/);
});

test("a table's columns are aligned in text", () => {
  const { text } = richMail(
    "Acme",
    [
      {
        rows: [
          ["Posted", "9"],
          ["Pending", "12"],
        ],
      },
    ],
    WHY,
  );
  expect(text).toContain("Posted   9\nPending  12\n");
});

test("a link in a table has its address below the row in text", () => {
  const rows = [
    ["Company", "Posted"],
    [{ label: "<Acme>", path: "/dashboard?company=1" }, "9"],
    ["Blue", "12"],
  ];
  const { text, html } = richMail("All", [{ rows }], WHY);
  expect(text).toContain(
    "Company  Posted\n<Acme>   9\n  http://localhost:3000/dashboard?company=1\nBlue     12\n",
  );
  expect(html).toContain('href="http://localhost:3000/dashboard?company=1"');
  expect(html).toContain("&lt;Acme&gt;</a></td>");
});
