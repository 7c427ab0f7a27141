import { memoize } from "../collections/memoize";
import { fold } from "./tokenize";

/** Signs of a family name at most, and of a given name. */
const MAX_SIGNS = 3;

/** One form of the usual spellings: "Satou", "Satoh", "Oono" and "Simizu". */
const spelling = memoize((word) =>
  word
    .replace(/(?<=[ou])u|(?<=o)o|(?<=o)h(?![aeiouy])/g, "")
    .replace(/si/g, "shi")
    .replace(/ti/g, "chi")
    .replace(/tu/g, "tsu")
    .replace(/hu/g, "fu")
    .replace(/zi/g, "ji")
    .replace(/sy(?=[auo])/g, "sh")
    .replace(/ty(?=[auo])/g, "ch")
    .replace(/zy(?=[auo])/g, "j"),
);

/** Common Japanese family names and how they are read, the long vowels short. */
const FAMILY: ReadonlyMap<string, readonly string[]> = tableOf(
  "佐藤 sato/鈴木 suzuki/高橋 takahashi/田中 tanaka/伊藤 ito/渡辺 watanabe/山本 yamamoto/中村 nakamura/小林 kobayashi/加藤 kato/" +
    "吉田 yoshida/山田 yamada/佐々木 sasaki/山口 yamaguchi/松本 matsumoto/井上 inoue/木村 kimura/林 hayashi/斉藤 saito/清水 shimizu/" +
    "山崎 yamazaki yamasaki/森 mori/池田 ikeda/橋本 hashimoto/阿部 abe/石川 ishikawa/山下 yamashita/中島 nakajima nakashima/" +
    "石井 ishii/小川 ogawa/前田 maeda/岡田 okada/長谷川 hasegawa/藤田 fujita/後藤 goto/近藤 kondo/村上 murakami/遠藤 endo/" +
    "青木 aoki/坂本 sakamoto/福田 fukuda/太田 ota/西村 nishimura/藤井 fujii/金子 kaneko/岡本 okamoto/藤原 fujiwara/三浦 miura/" +
    "中野 nakano/中川 nakagawa/原田 harada/松田 matsuda/竹内 takeuchi/小野 ono/田村 tamura/中山 nakayama/和田 wada/石田 ishida/" +
    "森田 morita/上田 ueda/原 hara/内田 uchida/柴田 shibata/酒井 sakai/宮崎 miyazaki/横山 yokoyama/高木 takagi/安藤 ando/" +
    "宮本 miyamoto/大野 ono/小島 kojima/工藤 kudo/谷口 taniguchi/今井 imai/高田 takada/丸山 maruyama/増田 masuda/杉山 sugiyama/" +
    "村田 murata/大塚 otsuka/新井 arai/小山 koyama oyama/平野 hirano/藤本 fujimoto/河野 kono kawano/上野 ueno/野口 noguchi/" +
    "武田 takeda/松井 matsui/千葉 chiba/菅原 sugawara/岩崎 iwasaki/久保 kubo/木下 kinoshita/佐野 sano/野村 nomura/松尾 matsuo/" +
    "市川 ichikawa/菊地 kikuchi/菊池 kikuchi/杉本 sugimoto/古川 furukawa/大西 onishi/島田 shimada/水野 mizuno/桜井 sakurai/" +
    "高野 takano/吉川 yoshikawa/山内 yamauchi/西田 nishida/飯田 iida/菊田 kikuta/西川 nishikawa/小松 komatsu/北村 kitamura/" +
    "安田 yasuda/五十嵐 igarashi/川口 kawaguchi/平田 hirata/関 seki/中田 nakata/久保田 kubota/服部 hattori/東 higashi azuma/" +
    "岩田 iwata/土屋 tsuchiya/川崎 kawasaki/福島 fukushima/本田 honda/辻 tsuji/樋口 higuchi/秋山 akiyama/田口 taguchi/永井 nagai/" +
    "山中 yamanaka/中西 nakanishi/吉村 yoshimura/川上 kawakami/石原 ishihara/大橋 ohashi/松岡 matsuoka/浜田 hamada/馬場 baba/" +
    "森本 morimoto/矢野 yano/浅野 asano/松下 matsushita/星野 hoshino/大久保 okubo/吉岡 yoshioka/荒木 araki/大谷 otani/" +
    "熊谷 kumagai/川村 kawamura/片山 katayama/今村 imamura/本多 honda/黒田 kuroda/堀 hori/田辺 tanabe/岡 oka/尾崎 ozaki",
);
/** Common given names; of those with several readings all usual ones. */
const GIVEN: ReadonlyMap<string, readonly string[]> = tableOf(
  "太郎 taro/一郎 ichiro/次郎 jiro/二郎 jiro/三郎 saburo/健太 kenta/健太郎 kentaro/大輔 daisuke/翔太 shota/翔 sho kakeru/拓也 takuya/" +
    "達也 tatsuya/直樹 naoki/和也 kazuya/健一 kenichi/健二 kenji/浩 hiroshi/浩二 koji/浩一 koichi/誠 makoto/隆 takashi/豊 yutaka/" +
    "修 osamu/実 minoru/茂 shigeru/清 kiyoshi/進 susumu/勝 masaru/学 manabu/剛 tsuyoshi/亮 ryo/大樹 daiki/大地 daichi/蓮 ren/" +
    "悠斗 yuto/陽翔 haruto/颯太 sota/雄介 yusuke/裕介 yusuke/祐介 yusuke/雄太 yuta/裕太 yuta/智也 tomoya/哲也 tetsuya/正 tadashi/" +
    "哲 satoshi/聡 satoshi/裕子 yuko/優子 yuko/花子 hanako/陽子 yoko/洋子 yoko/恵子 keiko/京子 kyoko/幸子 sachiko yukiko/和子 kazuko/" +
    "順子 junko/純子 junko/由美子 yumiko/久美子 kumiko/真由美 mayumi/美穂 miho/明美 akemi/直美 naomi/智子 tomoko/典子 noriko/" +
    "美咲 misaki/結衣 yui/陽菜 hina haruna/葵 aoi/桜 sakura/愛 ai/彩 aya/彩香 ayaka/美香 mika/千尋 chihiro/涼子 ryoko/" +
    "良子 yoshiko ryoko/弘子 hiroko/博子 hiroko/広子 hiroko/節子 setsuko/昭 akira/明 akira/博 hiroshi/弘 hiroshi/宏 hiroshi/" +
    "勇 isamu/守 mamoru/淳 jun atsushi/純 jun/徹 toru/透 toru/秀樹 hideki/英樹 hideki/正樹 masaki/雅之 masayuki/孝 takashi/" +
    "翼 tsubasa/萌 moe/舞 mai/遥 haruka/七海 nanami/真央 mao/麻衣 mai/香織 kaori/里奈 rina/優 yu/蒼 aoi/樹 itsuki/海斗 kaito",
);

/** @param word folded; whether it is a common given name in ideographs and no family name */
export function isJapaneseGivenName(word: string): boolean {
  return GIVEN.has(word) && !FAMILY.has(word);
}

/** How a name in ideographs and one in Latin letters compare as Japanese ones. */
export interface JapaneseComparison {
  /** `family`: the same family name, and a given name that is in no table. */
  relation: "same" | "family" | "relatives" | "differ" | "unknown";
  /** The family name as each has it, where it is the same. */
  family: readonly string[];
}

const UNKNOWN: JapaneseComparison = { relation: "unknown", family: [] };
const DIFFER: JapaneseComparison = { relation: "differ", family: [] };

/**
 * Reads a name in ideographs as a Japanese one, by tables of common names.
 * @param signs words in ideographs
 * @param latin words of the other name, folded; a single letter is an initial
 * @returns `unknown` where the family name is in no table, or may be a Chinese one
 */
export function compareJapanese(
  signs: readonly string[],
  latin: readonly string[],
): JapaneseComparison {
  const names = latin.length === 2 ? readName(signs.join(" ")) : [];
  let best: JapaneseComparison | null = null;
  for (const name of names) {
    const at = latin.findIndex((word) => name.readings.includes(spelling(word)));
    if (at === -1) continue;
    const given = spelling(latin[1 - at] ?? "");
    const family = [name.family, latin[at] ?? ""];
    if (name.given.some((each) => (given.length === 1 ? each.startsWith(given) : each === given)))
      return { relation: "same", family };
    const isReadable = name.given.length > 0;
    // Where the family name ends is open in a name without a blank.
    if (isReadable || signs.length > 1)
      best = { relation: isReadable ? "relatives" : "family", family };
    else best ??= UNKNOWN;
  }
  // Family names of one sign are Chinese ones as well.
  const mayDiffer = names.length > 0 && names.every(({ family }) => family.length > 1);
  return best ?? (mayDiffer ? DIFFER : UNKNOWN);
}

/** A way to read a name. */
interface Reading {
  family: string;
  readings: readonly string[];
  /** Readings of the given name; none where it is in no table. */
  given: readonly string[];
}

/** The family name stands in front or behind, or is written together with the given one. */
const readName = memoize((name): readonly Reading[] => {
  const [one = "", other, ...more] = name.split(" ");
  if (more.length > 0) return [];
  const divided = [[one, other ?? ""] as const, [other ?? "", one] as const];
  const joined = [1, 2, 3].map((end) => [one.slice(0, end), one.slice(end)] as const);
  return (other === undefined ? joined : divided).flatMap(([family, given]) => {
    const readings = FAMILY.get(family);
    if (!readings || given === "" || given.length > MAX_SIGNS) return [];
    return [{ family, readings, given: GIVEN.get(given) ?? [] }];
  });
});

function tableOf(entries: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    entries.split("/").map((entry) => {
      const [name = "", ...readings] = entry.split(" ");
      return [fold(name), readings.map(spelling)] as const;
    }),
  );
}
