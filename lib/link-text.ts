/** The top-level domains of countries, and other common ones. */
const TOP_LEVEL = new Set(
  (
    "ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cc cd " +
    "cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gd ge " +
    "gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh " +
    "ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw " +
    "mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb " +
    "sc sd se sg sh si sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk " +
    "us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw " +
    "academy account accountant accountants ads aero agency app art asia auction audio autos baby band bank bar beauty " +
    "beer best bet bid bike bingo biz blog boats boo boutique build business buzz cab cafe cam camp capital cards care " +
    "careers casa cash casino cat center ceo channel charity chat cheap christmas church city claims click clinic " +
    "clothing cloud club coach codes coffee college com community company compare computer consulting contact cooking " +
    "cool coop country coupons courses credit creditcard cricket cyou dad date dating day deals degree delivery desi " +
    "design dev diet digital direct directory discount doctor dog domains download earth eco edu education email " +
    "energy engineer enterprises equipment esq estate events exchange expert express faith family fans farm fashion " +
    "film finance financial fish fit fitness flights florist foo forum foundation fun fund futbol fyi gallery game " +
    "games garden gift gifts gives glass global gold golf gov graphics gratis green group guide guitars guru hair " +
    "health help hockey homes host hosting hotel house how icu immo industries info ink institute insure int " +
    "international invest investments jetzt jewelry jobs kim kitchen land lat law lawyer lease legal life lighting " +
    "limited limo link live loan loans lol love luxury market marketing markets mba media men menu mil mobi mom money " +
    "monster mov museum music name navy net network new news ninja nyc one online ooo org page partners parts party pay " +
    "pet phd photo photography photos pics pictures pink pizza place plumbing plus porn press pro productions prof " +
    "promo properties property pub pw quest racing realty recipes red rent rentals repair report republican rest " +
    "restaurant review reviews rich rip rocks rodeo rsvp run sale salon sbs school science security select services " +
    "sex shoes shop shopping show singles site ski skin soccer social software solar solutions space store stream " +
    "studio study style support surf surgery systems tax taxi team tech technology tel tennis theater tickets tips " +
    "tires today tools top tours town toys trade trading training travel trust tube university uno vacations vegas " +
    "ventures vet video villas vin vip vision vodka vote voyage wang watch web webcam website wedding wiki win wine " +
    "work works world wtf xxx xyz yachts yoga zip zone " +
    "бел бг ею ком мкд мон москва онлайн орг рус рф сайт срб укр қаз 中国 中國 公司 网络 网站 在线 香港 台湾 台灣 新加坡 " +
    "商城 网址 移动 한국 닷컴 닷넷 コム みんな भारत ایران مصر السعودية امارات موقع شبكة קום ไทย"
  ).split(" "),
);

/** URL schemes that work without "//". */
const SCHEMES =
  /(?:^|[^\p{L}\p{N}])(?:about|blob|callto|cid|data|facetime|feed|file|ftps?|geo|https?|im|intent|ipps?|javascript|magnet|mailto|market|maps|msteams|news|sftp|sip|sips|skype|slack|sms|smsto|ssh|tel|telnet|tg|vbscript|viber|webcal|whatsapp|wss?|xmpp|zoommtg):[^\s]/iu;
const SIGNS = [
  SCHEMES,
  /:[/\\]{2}/,
  /(?:^|\s)[/\\]{2}[\p{L}\p{N}]/u,
  /(?:^|[^\p{L}\p{N}])www\d{0,3}\./iu,
  /xn--/i,
  // An email address; "5@3.50 each" is none.
  /[^\s@]@[^\s@]+\.\p{L}{2,}/u,
  // Any host name with a path, port or query string; "Was it St.Mary?" has none.
  /[\p{L}\p{N}\p{M}\p{So}_-]\.\p{L}{2,}(?:[/\\#]|:\d|\?[^\s=]+=)/u,
  /(?<![\d.,])\d{1,3}(?:\.\d{1,3}){3}(?:[/\\]|:\d)/,
];
/** A host name: the label before its top-level domain, and the top-level domain. */
const NAME = /([\p{L}\p{N}\p{M}\p{So}_-]+)\.(\p{L}[\p{L}\p{M}]+)(?![\p{L}\p{N}\p{M}])/gu;

/**
 * Whether a mail or chat program, or its reader, would make a link of something in a text: an address with or without
 * its scheme, in whatever width, and however it is broken by what can't be seen. File names ("invoice.pdf"), amounts,
 * abbreviations ("e.g.this", "10.am") and companies' forms ("Inc.Ltd") are none.
 */
export function hasLink(text: string): boolean {
  const plain = text
    .normalize("NFKC")
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, "")
    // Characters that count as dots in host names (UTS 46).
    .replace(/[。。]/g, ".");
  if (SIGNS.some((sign) => sign.test(plain))) return true;
  return [...plain.matchAll(NAME)].some(([, before = "", end = ""]) => isName(before, end));
}

function isName(before: string, end: string): boolean {
  if (!TOP_LEVEL.has(end.toLowerCase())) return false;
  // "a.m.", "i.e.we" and "5.to" end like country codes.
  const isShort = before.length === 1 || /^\p{N}+$/u.test(before);
  return !(isShort && end.length === 2);
}
