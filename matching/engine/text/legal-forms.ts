import { fold, words } from "./tokenize";

/** Legal forms, which are no part of a name, wherever they stand in it. */
const FORMS = new Set(
  (
    "inc llc ltd corp co gmbh ag kg kgaa ug ohg gbr se sa sas sasu sarl eurl srl srls sl slu sll slne spa sapa snc lda ltda " +
    "bv nv vof ab oy oyj as asa ans aps pty plc lp llp lllp pllc pte pvt kk gk yk ev eg ek cic cio ooo oao zao pao ip " +
    "tov doo dooel sro zoo zrt kft nyrt ood eood ead uab ae epe tnhh ctcp haftungsbeschrankt sdn bhd tbk eirl eireli mbh"
  ).split(" "),
);
/** Those that are a word or an abbreviation of something else elsewhere: only at the beginning or at the end. */
const FORMS_IN_FRONT = new Set("ao too fop pp chp pt cv".split(" "));
const FORMS_BEHIND = new Set(
  "oe ee scs sci pc pa sca hb bt sia cia sti jsc ojsc pjsc tic cv".split(" "),
);
/** Forms and spellings of several words, and what they are; empty for what only joins two names or is a title. */
const PHRASES: readonly (readonly [phrase: readonly string[], form: string])[] = (
  [
    ["gmbh und co kg|gmbh u co kg|gmbh co kg|gmbh co", "gmbhcokg"],
    ["co kg", "kg"],
    ["sp z o o sp k|spolka z o o|sp z o o|sp zoo|sp z oo", "zoo"],
    ["spol s r o|s r o", "sro"],
    ["a s", "as"],
    ["s a de c v|sa de cv", "sa"],
    ["s de r l de c v|s de rl de cv|s de r l|s de rl", "srl"],
    ["s a r l", "sarl"],
    ["pty ltd|proprietary limited", "ptyltd"],
    ["pvt ltd|private limited|pte ltd", "pvt"],
    ["sdn bhd|sendirian berhad", "sdn"],
    ["co ltd|company limited|co limited|coltd", "coltd"],
    ["kabushiki kaisha|kabushiki gaisha", "kk"],
    ["godo kaisha|godo gaisha", "gk"],
    ["yugen kaisha|yugen gaisha", "yk"],
    ["cong ty co phan|cong ty cp|cty cp", "ctcp"],
    ["cong ty tnhh|cong ty trach nhiem huu han|cty tnhh", "tnhh"],
    [
      "san ve tic ltd sti|sanayi ve ticaret limited sirketi|san tic ltd sti|tic ltd sti|ltd sti|limited sirketi",
      "ltdsti",
    ],
    ["san ve tic a s|san ve tic as|sanayi ve ticaret anonim sirketi|anonim sirketi", "as"],
    ["unipessoal lda|unipessoal ltda", "lda"],
    ["sociedad limitada|sociedad de responsabilidad limitada", "sl"],
    ["sociedad anonima|sociedade anonima|societe anonyme|societa per azioni", "sa"],
    ["e v", "ev"],
    ["ذ م م", "sharika"],
    ["ش م م", "sharika"],
    ["בע מ|בעמ", "beam"],
    ["प्राइवेट लिमिटेड|प्रा लि", "pvt"],
    ["limited liability company", "llc"],
    ["g zha|g n|c o|t a|d b a|dba|trading as|doing business as|formerly|fka|geb", ""],
  ] as const
)
  .flatMap(([phrases, form]) => phrases.split("|").map((phrase) => [words(phrase), form] as const))
  .sort(([a], [b]) => b.length - a.length);
const WRITTEN_OUT: ReadonlyMap<string, string> = new Map(
  (
    "incorporated inc limited ltd corporation corp company co aktiengesellschaft ag kommanditgesellschaft kg " +
    "limitada ltda osakeyhtio oy aktiebolag ab aksjeselskap as anpartsselskab aps corporacion corp " +
    "株 kk 有 yk 合 gk 주 kk 유 yk"
  )
    .match(/\S+ \S+/g)
    ?.map((pair) => pair.split(" ") as [string, string]),
);
/** Forms that are written together with the name, at its beginning or end. */
const ATTACHED: readonly (readonly [written: string, form: string])[] = (
  [
    ["株式会社", "kk"],
    ["有限会社", "yk"],
    ["合同会社", "gk"],
    ["合資会社", "goshi"],
    ["合名会社", "gomei"],
    ["一般社団法人", "shadan"],
    ["股份有限公司", "gufen"],
    ["有限责任公司", "youxian"],
    ["有限公司", "youxian"],
    ["公司", "youxian"],
    ["주식회사", "kk"],
    ["유한회사", "yk"],
    ["บริษัท", "chamkat"],
    ["จำกัดมหาชน", "chamkat"],
    ["จำกัด", "chamkat"],
    ["มหาชน", "chamkat"],
    ["หจก", "hangsuan"],
    ["ห้างหุ้นส่วน", "hangsuan"],
    ["شركة", "sharika"],
    ["مؤسسة", "muassasa"],
    ["المحدودة", "sharika"],
    ["חברת", "beam"],
    ["लिमिटेड", "pvt"],
  ] as const
).map(([written, form]) => [fold(written), form] as const);
/** Forms of other languages, which are often translated: they contradict none in English. */
const TRANSLATED = new Set(
  (
    "kk yk gk goshi gomei shadan gufen youxian chamkat hangsuan sharika muassasa beam coltd ooo oao zao pao " +
    "ao tov too fop ip ae epe oe ee ike tnhh ctcp ltdsti pvt"
  ).split(" "),
);
const TITLES = new Set(
  (
    "mr mrs ms mx dr the and und et y prof herr frau familie famille familia mme mlle sr sra srta dott mevr mw dhr " +
    "pan pani shri smt"
  ).split(" "),
);
/** Titles that follow a name or are written together with it. */
const TITLES_AFTER: readonly string[] = [
  "様",
  "御中",
  "殿",
  "先生",
  "老师",
  "さん",
  "さま",
  "女士",
  "小姐",
  "总",
  "经理",
  "님",
  "씨",
  "귀하",
  "السيد",
  "السيدة",
  "คุณ",
  "นาย",
  "นางสาว",
  "นาง",
].map(fold);

/** A name without its legal form and titles. */
export interface BareName {
  words: string[];
  /** Legal form; empty for none. */
  legal: string;
}

/**
 * Takes legal forms and titles off a name, in all languages that we know them of.
 * @param all folded words; returned as they are, without a form, where nothing else would be left
 */
export function withoutLegalForm(all: string[]): BareName {
  let legal = "";
  const kept: string[] = [];
  const spelled = withSpelledForm(all);
  for (let at = 0; at < spelled.length; at++) {
    const phrase = phraseAt(spelled, at);
    if (phrase) {
      legal ||= phrase.form;
      at += phrase.length - 1;
      continue;
    }
    const bare = bareWord(spelled[at] ?? "");
    const word = bare.word;
    legal ||= bare.legal;
    const form = WRITTEN_OUT.get(word) ?? word;
    const isForm =
      FORMS.has(form) ||
      (at === 0 && FORMS_IN_FRONT.has(form)) ||
      (at === spelled.length - 1 && FORMS_BEHIND.has(form));
    if (isForm) legal ||= form;
    else if (word !== "" && !TITLES.has(word)) kept.push(word);
  }
  return kept.length > 0 ? { words: kept, legal } : { words: all, legal: "" };
}

/** Whether two legal forms are those of two companies. Empty is none, which contradicts nothing. */
export function areOtherForms(one: string, other: string): boolean {
  if (one === "" || other === "" || one === other) return false;
  if (one === "coltd" || other === "coltd") return false;
  return TRANSLATED.has(one) === TRANSLATED.has(other);
}

/** "L.L.C." arrives as three words of one letter. */
function withSpelledForm(all: string[]): string[] {
  for (const length of [4, 3, 2]) {
    const tail = all.slice(-length);
    if (all.length > length && tail.every((word) => word.length === 1)) {
      const form = tail.join("");
      if (FORMS.has(form) || FORMS_BEHIND.has(form)) return [...all.slice(0, -length), form];
    }
  }
  return all;
}

const PHRASE_STARTS: ReadonlySet<string> = new Set(PHRASES.map(([[first = ""]]) => first));

function phraseAt(all: readonly string[], at: number): { form: string; length: number } | null {
  if (!PHRASE_STARTS.has(all[at] ?? "")) return null;
  for (const [phrase, form] of PHRASES) {
    if (phrase.length >= all.length || phrase.some((word, i) => all[at + i] !== word)) continue;
    const isBehind = at + phrase.length === all.length;
    // "A. S. Patel" and "T. A. Moor" have initials.
    const isOfLetters = phrase.every(({ length }) => length === 1);
    if (isOfLetters && (form === "" ? at === 0 || isBehind : !isBehind)) continue;
    return { form, length: phrase.length };
  }
  return null;
}

const LATIN = /^[\u0020-\u024f]*$/;

/** A word without what is written together with it in languages without blanks. */
function bareWord(written: string): { word: string; legal: string } {
  if (LATIN.test(written)) return { word: written, legal: "" };
  let word = written;
  let legal = "";
  for (const [form, name] of ATTACHED) {
    const rest = without(word, form);
    if (rest === null) continue;
    word = rest;
    legal ||= name;
  }
  for (const title of TITLES_AFTER) word = without(word, title) ?? word;
  return { word, legal };
}

function without(word: string, part: string): string | null {
  if (word.startsWith(part)) return word.slice(part.length);
  return word.endsWith(part) ? word.slice(0, -part.length) : null;
}
