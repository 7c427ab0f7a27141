import { memoize } from "../collections/memoize";

/** Cyrillic and Greek letters and how passports and card networks write them in Latin. */
const LATIN: ReadonlyMap<string, string> = new Map(
  (
    "а a б b в v г g д d е e ж zh з z и i й i к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts " +
    "ч ch ш sh щ shch ъ - ы y ь - э e ю yu я ya є ie і i ї i ґ g ў u ј j љ lj њ nj ћ c ђ d џ dz " +
    "α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch " +
    "ψ ps ω o"
  )
    .match(/\S+ \S+/g)
    ?.map((pair) => pair.replace("-", "").split(" ") as [string, string]),
);
/** Letters and ideographs of which several forms are in use, each followed by the one that stands for them. */
const VARIANTS: ReadonlyMap<string, string> = new Map(
  (
    "ٱا ةه ىي یي کك ہه ھه ךכ םמ ןנ ףפ ץצ " +
    "張张 陳陈 劉刘 黃黄 楊杨 趙赵 吳吴 孫孙 馬马 許许 鄭郑 葉叶 鍾钟 鐘钟 盧卢 蘇苏 蔣蒋 賈贾 鄧邓 馮冯 蕭萧 譚谭 羅罗 韓韩 " +
    "謝谢 魯鲁 範范 蘭兰 龍龙 竜龙 國国 東东 華华 興兴 業业 義义 實实 貿贸 機机 電电 車车 長长 門门 風风 飛飞 學学 " +
    "書书 會会 團团 責责 運运 輸输 設设 計计 農农 鐵铁 鉄铁 銀银 錢钱 愛爱 賓宾 慶庆 麗丽 榮荣 栄荣 偉伟 傑杰 強强 靜静 " +
    "髙高 齋斉 斎斉 齊斉 邊辺 邉辺 﨑崎 澤沢 濱浜 櫻桜 廣広 濵浜 嶋島 眞真 惠恵 德徳 戶戸 請请 轉转 賬账 領领 號号 発发 發发"
  )
    .match(/\S{2}/gu)
    ?.map((pair) => [...pair] as [string, string]),
);
const VARIANT = /[\u05da-\u05e5\u0629-\u06d5\u4e00-\u9fff\ufa11]/g;
/** Kana by the vowel, in rows, and how they are written in Latin. */
const KANA: ReadonlyMap<string, string> = new Map(
  (
    "あ a い i う u え e お o か ka き ki く ku け ke こ ko さ sa し shi す su せ se そ so た ta ち chi つ tsu て te と to " +
    "な na に ni ぬ nu ね ne の no は ha ひ hi ふ fu へ he ほ ho ま ma み mi む mu め me も mo や ya ゆ yu よ yo " +
    "ら ra り ri る ru れ re ろ ro わ wa を o ん n が ga ぎ gi ぐ gu げ ge ご go ざ za じ ji ず zu ぜ ze ぞ zo " +
    "だ da ぢ ji づ zu で de ど do ば ba び bi ぶ bu べ be ぼ bo ぱ pa ぴ pi ぷ pu ぺ pe ぽ po ゔ vu " +
    "ぁ a ぃ i ぅ u ぇ e ぉ o"
  )
    .match(/\S+ \S+/g)
    ?.map((pair) => pair.split(" ") as [string, string]),
);
const SMALL: ReadonlyMap<string, string> = new Map([
  ["ゃ", "ya"],
  ["ゅ", "yu"],
  ["ょ", "yo"],
]);
/** Words of kana alone: next to an ideograph it is a part of the word, and read with it. */
const KANA_WORD =
  /(?<![\u3005\u4e00-\u9fff\u3041-\u30ff])[\u3041-\u3096\u30a1-\u30fa\u30fc]{2,}(?![\u3005\u4e00-\u9fff\u3041-\u30ff])/g;
const LETTER = /[\u0370-\u03ff\u0400-\u04ff]/g;
/** Digits of other scripts begin at these code units. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50];
const DIGIT = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]/g;
const NOT_YET_LATIN = /[\u0370-\uffff]/;

/**
 * Writes Cyrillic, Greek, words of kana, and digits in Latin, and brings forms of one Arabic letter, Hebrew letter or
 * ideograph together; the rest stays as it is.
 * @param folded lower case without diacritics
 */
export function transliterate(folded: string): string {
  if (!NOT_YET_LATIN.test(folded)) return folded;
  return folded
    .replace(/ου/g, "ou")
    .replace(LETTER, (letter) => LATIN.get(letter) ?? letter)
    .replace(DIGIT, asciiDigit)
    .replace(VARIANT, (letter) => VARIANTS.get(letter) ?? letter)
    .replace(KANA_WORD, fromKana);
}

function asciiDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  const zero = ZEROS.findLast((each) => each <= code) ?? code;
  return String(code - zero);
}

function fromKana(word: string): string {
  let latin = "";
  for (const kana of word) {
    const hiragana =
      kana >= "ァ" && kana <= "ヶ" ? String.fromCharCode(kana.charCodeAt(0) - 0x60) : kana;
    const small = SMALL.get(hiragana);
    // "shi" and a small "ya" are "sha"; the doubled consonant and the long vowel are not told apart by everybody.
    if (small) latin = latin.slice(0, -1) + (/(?:sh|ch|j)i$/.test(latin) ? small.slice(1) : small);
    else latin += KANA.get(hiragana) ?? "";
  }
  return latin;
}

/**
 * One form for spellings that differ by convention alone: "mueller" and "muller", "kovalyova" and
 * "kovaleva", "mikhail" and "michail", "endou" and "endo",
 * "alexeev" and "alekseev".
 * @param word folded, Latin
 */
export const canonicalSpelling = memoize((word) =>
  word
    .replace(/t?sch|tch/g, "ch")
    .replace(/x/g, "ks")
    .replace(/gu(?=[ei])/g, "g")
    .replace(/([aou])e/g, "$1")
    .replace(/ou/g, "o")
    .replace(/[yj]o/g, "e")
    .replace(/[yj](?=[aeiou])/g, "")
    .replace(/y/g, "i")
    .replace(/sz|z/g, "s")
    .replace(/kh|ch/g, "h")
    .replace(/c/g, "k")
    .replace(/w/g, "v")
    .replace(/(.)\1+/g, "$1"),
);
