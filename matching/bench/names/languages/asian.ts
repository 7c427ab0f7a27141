import { EUROPEAN, type Language, markless, spelledWords, words } from "./language";

export const ARABIC: Language = {
  ...EUROPEAN,
  share: 6,
  otherScript: true,
  people: [
    {
      given: spelledWords(
        `محمد=Mohammed/Muhammad/Mohamed/Mohamad أحمد=Ahmed/Ahmad عبد_الله=Abdullah/Abdallah خالد=Khaled/Khalid
         يوسف=Youssef/Yusuf/Yousef عمر=Omar/Umar حسين=Hussein/Husayn/Hossein إبراهيم=Ibrahim/Ebrahim
         سعيد=Saeed/Said عبد_الرحمن=Abdulrahman/Abdel_Rahman/Abdurrahman طارق=Tariq/Tarek مصطفى=Mustafa/Moustafa
         فاطمة=Fatima/Fatma/Fatimah عائشة=Aisha/Aysha خديجة=Khadija مريم=Mariam/Maryam/Meryem نورة=Noura/Nora
         زينب=Zainab/Zeinab ليلى=Layla/Leila هدى=Huda/Hoda سلمى=Salma ياسمين=Yasmin/Yasmeen`,
      ),
      middle: spelledWords(
        `بن_سعيد=bin_Saeed/ben_Said بن_محمد=bin_Mohammed علي=Ali حسن=Hassan/Hasan سالم=Salem/Salim كريم=Karim/Kareem`,
      ),
      family: spelledWords(
        `الحسن=Al-Hassan/El_Hassan/Alhassan الشريف=Al-Sharif/El_Sherif/Elsherif المنصوري=Al-Mansoori/Al_Mansouri
         القحطاني=Al-Qahtani/Alkahtani الخطيب=Al-Khatib/El_Khatib/Alkhateeb النجار=Al-Najjar/El_Naggar/Alnajar
         حداد=Haddad خوري=Khoury/Khouri/Khuri عثمان=Othman/Osman السيد=Al-Sayed/El_Sayed/Elsayed
         الزهراني=Al-Zahrani/Alzahrani بن_علي=Ben_Ali/Benali العتيبي=Al-Otaibi/Alotaibi جابر=Jaber/Gaber
         صالح=Saleh/Salih المصري=Al-Masri/El_Masry/Elmasry رشيد=Rashid/Rachid فؤاد=Fouad/Fuad بوعزيز=Bouaziz
         التميمي=Al-Tamimi/Altamimi قاسم=Qasim/Kassem/Kasim الهاشمي=Al-Hashimi/El_Hachemi شاهين=Shaheen/Chahine`,
      ),
    },
  ],
  titles: ["د.", "م."],
  firms: spelledWords(
    `النور=Al_Noor/Alnour الخليج=Al_Khaleej/Gulf الأمل=Al_Amal/Alamal النخيل=Al_Nakheel/Palms الفجر=Al_Fajr`,
  ),
  trades: spelledWords(
    `للتجارة=Trading للمقاولات=Contracting للنقل=Transport للتقنية=Technology للنشر=Publishing للأغذية=Foods`,
  ),
  legalForms: [
    { own: "شركة", others: ["Co.", "Company", ""], position: "before" },
    { own: "ذ.م.م", others: ["LLC", "L.L.C.", "ش.م.م", ""], position: "after" },
    { own: "مؤسسة", others: ["Est.", "Establishment", ""], position: "before" },
  ],
  mailHosts: ["hotmail.com", "yahoo.com", "gmail.com", "outlook.sa"],
  countryDomain: "ae",
  dialing: "+971",
  currencies: [
    ["USD", 75],
    ["EUR", 20],
    ["GBP", 5],
  ],
  phrases: {
    invoice: ["فاتورة رقم {}", "فاتورة {}", "سداد فاتورة {}"],
    paidBy: ["دفعة من {}", "تم الاستلام من {}"],
    transfer: ["حوالة بنكية", "نقدا", "تحويل"],
    refund: "استرداد",
    thanks: "شكرا",
  },
  digits: "٠١٢٣٤٥٦٧٨٩",
};

/** Chinese and Japanese write dates and numbers in memos with wide digits now and then. */
const WIDE_DIGITS = "０１２３４５６７８９";

export const CHINESE: Language = {
  ...EUROPEAN,
  share: 8,
  otherScript: true,
  familyFirst: true,
  space: "",
  titlesFollow: true,
  people: [
    {
      given: spelledWords(
        `小明=Xiaoming/Xiao_Ming/Xiao-Ming 建国=Jianguo/Jian_Guo 丽华=Lihua/Li_Hua 志强=Zhiqiang/Zhi_Qiang
         秀英=Xiuying/Xiu_Ying 伟=Wei 芳=Fang 静=Jing 磊=Lei 洋=Yang 敏=Min 雪梅=Xuemei/Xue_Mei
         子涵=Zihan/Zi_Han 宇轩=Yuxuan/Yu_Xuan 欣怡=Xinyi/Xin_Yi 浩然=Haoran/Hao_Ran 雨桐=Yutong/Yu_Tong
         国栋=Guodong/Guo_Dong 晓燕=Xiaoyan/Xiao_Yan 文博=Wenbo/Wen_Bo 思远=Siyuan/Si_Yuan 佳怡=Jiayi/Jia_Yi`,
      ),
      family: spelledWords(
        `王=Wang/Wong 李=Li/Lee 张=Zhang/Chang 刘=Liu/Lau 陈=Chen/Chan 杨=Yang/Yeung 黄=Huang/Wong 赵=Zhao/Chao
         周=Zhou/Chow 吴=Wu/Ng 徐=Xu/Hsu 孙=Sun 马=Ma 朱=Zhu/Chu 胡=Hu 郭=Guo/Kuo 何=He/Ho 林=Lin/Lam
         高=Gao/Kao 罗=Luo/Lo 郑=Zheng/Cheng 谢=Xie/Hsieh 欧阳=Ouyang/Ou_Yang 吕=Lü/Lu/Lyu 许=Xu/Hui 曹=Cao/Tsao`,
      ),
    },
  ],
  titles: ["老师", "总"],
  firms: spelledWords(
    `深圳市华强=Shenzhen_Huaqiang 上海东方=Shanghai_Dongfang/Shanghai_Oriental 北京天宇=Beijing_Tianyu
     广州新光=Guangzhou_Xinguang 杭州云海=Hangzhou_Yunhai 金龙=Jinlong/Golden_Dragon 宏达=Hongda`,
  ),
  trades: spelledWords(
    `科技=Technology/Tech 贸易=Trading 电子=Electronics 文化传媒=Culture_Media 服装=Garment 国际物流=International_Logistics
     教育咨询=Education_Consulting`,
  ),
  legalForms: [
    {
      own: "有限公司",
      others: ["Co., Ltd.", "Co. Ltd", "Co.,Ltd", "Limited", ""],
      position: "after",
    },
    { own: "股份有限公司", others: ["Corp.", "Co., Ltd.", ""], position: "after" },
  ],
  mailHosts: ["qq.com", "163.com", "126.com", "outlook.com"],
  countryDomain: "com.cn",
  dialing: "+86",
  currencies: [
    ["USD", 85],
    ["EUR", 15],
  ],
  phrases: {
    invoice: ["发票 {}", "发票号：{}", "付款 发票{}"],
    paidBy: ["{} 付款", "收到 {} 货款", "{}转账"],
    transfer: ["电汇", "支付宝", "微信支付"],
    refund: "退款",
    thanks: "谢谢",
  },
  digits: WIDE_DIGITS,
};

export const JAPANESE: Language = {
  ...EUROPEAN,
  share: 10,
  otherScript: true,
  familyFirst: true,
  space: " ",
  titlesFollow: true,
  people: [
    {
      given: spelledWords(
        `太郎=Taro/Tarou/Taroh 健一=Kenichi/Ken'ichi 翔太=Shota/Shouta/Syota 大輔=Daisuke 裕子=Yuko/Yuuko/Hiroko
         花子=Hanako 陽子=Yoko/Youko 恵子=Keiko 悠斗=Yuto/Yuuto 誠=Makoto 順子=Junko 浩二=Koji/Kouji
         さくら=Sakura 結衣=Yui 直樹=Naoki 美咲=Misaki 純一=Junichi/Jun'ichi 千尋=Chihiro 雄介=Yusuke/Yuusuke
         真由美=Mayumi 一郎=Ichiro/Ichirou 涼子=Ryoko/Ryouko`,
      ),
      family: spelledWords(
        `田中=Tanaka 佐藤=Sato/Satou/Satoh 鈴木=Suzuki 高橋=Takahashi 伊藤=Ito/Itoh/Itou 渡辺=Watanabe
         大野=Ono/Ohno/Oono 加藤=Kato/Katou/Katoh 小野=Ono 斎藤=Saito/Saitou 山本=Yamamoto 遠藤=Endo/Endou
         清水=Shimizu/Simizu 藤井=Fujii/Huzii 内田=Uchida/Utida 松本=Matsumoto 工藤=Kudo/Kudou 中島=Nakajima/Nakashima
         近藤=Kondo/Kondou 石井=Ishii 前田=Maeda 須藤=Sudo/Sutou 河野=Kono/Kawano 安倍=Abe 本田=Honda 森=Mori
         大橋=Ohashi/Oohashi 新井=Arai 上野=Ueno 後藤=Goto/Gotoh`,
      ),
    },
  ],
  titles: ["様", "さま", "殿"],
  firms: spelledWords(
    `サクラ=Sakura 東洋=Toyo/Toyou 山田=Yamada 富士=Fuji/Huji みどり=Midori 京都=Kyoto アルファ=Alpha 日光=Nikko`,
  ),
  trades: spelledWords(
    `商事=Shoji/Trading 工業=Kogyo/Industries 電機=Denki/Electric 出版=Shuppan/Publishing 設計=Sekkei/Design
     システムズ=Systems 運輸=Unyu/Transport フーズ=Foods`,
  ),
  legalForms: [
    {
      own: "株式会社",
      others: ["(株)", "㈱", "Co., Ltd.", "K.K.", "Kabushiki Kaisha", ""],
      position: "before",
    },
    { own: "株式会社", others: ["(株)", "Co.,Ltd.", "Inc.", ""], position: "after" },
    { own: "有限会社", others: ["(有)", "Y.K.", "Ltd.", ""], position: "before" },
    { own: "合同会社", others: ["G.K.", "LLC", ""], position: "before" },
  ],
  mailHosts: ["yahoo.co.jp", "docomo.ne.jp", "ezweb.ne.jp", "gmail.com"],
  countryDomain: "co.jp",
  dialing: "+81",
  currencies: [
    ["JPY", 88],
    ["USD", 12],
  ],
  phrases: {
    invoice: ["請求書 {}", "請求書番号 {}", "ご請求No.{}"],
    paidBy: ["{} 様 入金", "{} お支払い", "入金 {}"],
    transfer: ["銀行振込", "振込", "現金"],
    refund: "返金",
    thanks: "ありがとうございます",
  },
  digits: WIDE_DIGITS,
};

export const VIETNAMESE: Language = {
  ...EUROPEAN,
  share: 5,
  familyFirst: true,
  people: [
    {
      given: words(
        `Anh Hương Tuấn Dũng Hằng Đức Phượng Thảo Quỳnh Nga Hùng Ngọc Trâm Khánh Linh Yến Thủy Sơn Việt Hạnh`,
        markless,
      ),
      middle: words(`Thị Văn Minh Thị_Minh Hồng Đình Quốc Thanh Ngọc Hữu`, markless),
      family: words(
        `Nguyễn Trần Lê Phạm Hoàng Huỳnh Phan Vũ Võ Đặng Bùi Đỗ Hồ Ngô Dương Lý Đoàn Trịnh Đinh Mạc`,
        markless,
      ),
    },
  ],
  titles: ["Anh/Chị", "Ông/Bà"],
  firms: words("Hòa_Bình Sài_Gòn Việt_Tiến Đông_Á Thành_Công Phú_Quý Ánh_Dương", markless),
  trades: words(`Thương_Mại Xây_Dựng Vận_Tải Công_Nghệ Dược_Phẩm Nội_Thất`, markless),
  tradeFirst: true,
  legalForms: [
    {
      own: "Công ty TNHH",
      others: ["CTY TNHH", "Cong ty TNHH", "TNHH", "Co., Ltd", ""],
      position: "before",
    },
    { own: "Công ty Cổ phần", others: ["CTCP", "CP", "JSC", ""], position: "before" },
  ],
  mailHosts: ["gmail.com", "yahoo.com.vn", "outlook.com"],
  countryDomain: "com.vn",
  dialing: "+84",
  currencies: [
    ["USD", 92],
    ["EUR", 8],
  ],
  phrases: {
    invoice: ["Hóa đơn {}", "Hoá đơn số {}", "Thanh toan hoa don {}"],
    paidBy: ["Thanh toán từ {}", "{} chuyển tiền", "{} thanh toan"],
    transfer: ["Chuyển khoản", "Tiền mặt"],
    refund: "Hoàn tiền",
    thanks: "Cảm ơn",
  },
};
