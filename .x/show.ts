import { generate } from "../bench/matching/generate";
const d = generate({ shape: process.argv[2] as any, lines: 2000, seed: Number(process.argv[3]) });
let n = 0;
for (const g of d.truth.groups) if (g.kind === process.argv[4] && n++ % 7 === 0 && n < 30) {
  const dep = d.deposits.find((x) => x.id === g.depositId)!;
  const ls = dep.lines!.filter((l) => g.lineIds.includes(l.id));
  console.log(g.depositId, dep.date, dep.lines!.length, "lines", ls.length, JSON.stringify(ls[0]), "sum", ls.reduce((s, l) => s + l.amount, 0), "net", ls.reduce((s, l) => s + (l.net ?? l.amount - (l.fee ?? 0)), 0), "days", [...new Set(ls.map((l) => l.date))].join());
  for (const p of d.payments.filter((p) => g.paymentIds.includes(p.id))) console.log("    ", JSON.stringify(p));
}
