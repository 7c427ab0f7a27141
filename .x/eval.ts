
import { match } from "@/server/matching/match";
import { generate } from "../bench/matching/generate";
import { LINE_SHAPES } from "../bench/matching/model";
import { toProposal } from "../bench/matching/scoring/proposal";
import { addScores, score } from "../bench/matching/scoring/score";
import { addPayoutScores, scorePayouts } from "../bench/matching/scoring/payouts";
import { calibrationError, reliability } from "../bench/matching/scoring/calibration";
const seeds = (process.env.SEEDS ?? "1,2").split(",").map(Number);
const shapes = (process.env.SHAPES?.split(",") ?? LINE_SHAPES) as any[];
const sum: any[] = [];
for (const shape of shapes) {
  const ss: any[] = [], ps: any[] = [];
  for (const seed of seeds) {
    const d = generate({ shape, lines: 2000, seed });
    const { matches } = match(d.deposits, d.payments, { algorithm: "smart" });
    const props = matches.map(toProposal);
    ss.push(score(d, props)); ps.push(scorePayouts(d, props));
  }
  const s = addScores(ss), p = addPayoutScores(ps);
  const P = s.rightPairs / s.proposedPairs, R = s.rightPairs / s.truePairs;
  const r = { shape, f1: 200 * P * R / (P + R), ap: 100 * s.rightAutoPairs / s.autoPairs, cov: 100 * s.rightAutoPairs / s.truePairs, wrongA: s.autoPairs - s.rightAutoPairs, ece: calibrationError(reliability(s.judged)), postable: p.postable, untouched: p.untouched, wrong: p.wrong, links: p.links, wl: p.wrongLinks };
  sum.push(r);
  console.log(shape.padEnd(14), "F1", r.f1.toFixed(2), "auto", r.ap.toFixed(2), "cov", r.cov.toFixed(1), "wrongA", r.wrongA, "ece", r.ece.toFixed(4), "postable", r.postable, "untouched", (100 * r.untouched / r.postable).toFixed(1), "wrong", r.wrong);
}
const t = (k: string) => sum.reduce((a, b) => a + b[k], 0);
console.log("all F1", (t("f1") / sum.length).toFixed(2), "auto", (t("ap") / sum.length).toFixed(3), "cov", (t("cov") / sum.length).toFixed(1), "untouched", (100 * t("untouched") / t("postable")).toFixed(1), "wrong", t("wrong"), "wrong links %", (100 * t("wl") / t("links")).toFixed(3));
