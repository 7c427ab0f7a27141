import {
  EUROPEAN,
  inflected,
  type Language,
  markless,
  spelledWords,
  type Word,
  words,
} from "./language";

const POLISH_FAMILIES = words(
  `Wiśniewski Kamiński Dąbrowski Kozłowski Jabłoński Święcicki Żółkiewski Głowacki Piórkowski Zawadzki
   Wróblewski Majewski Gołębiowski Łuczyński Sadowski Ostrowski Rudziński Górski Czyżewski Brzęczkowski`,
  markless,
);
const POLISH_OTHERS = words(
  `Wójcik Woźniak Mazur Krawczyk Zając Król Wróbel Dudek Pająk Sołtys Kołodziej Błaszczyk Gąsior Ślusarz`,
  markless,
);
const feminineSki = (name: string) => name.replace(/ki$/, "ka");

export const POLISH: Language = {
  ...EUROPEAN,
  share: 8,
  people: [
    {
      given: words(
        `Agnieszka Małgorzata Bożena Żaneta Jadwiga Elżbieta Wiesława Grażyna Łucja Zofia Kinga Danuta`,
        markless,
      ),
      family: [...inflected(POLISH_FAMILIES, feminineSki, feminineSki), ...POLISH_OTHERS],
      titles: ["Pani"],
    },
    {
      given: words(
        `Łukasz Paweł Michał Rafał Stanisław Zdzisław Mirosław Grzegorz Józef Bogusław Krzysztof Wojciech`,
        markless,
      ),
      family: [...POLISH_FAMILIES, ...POLISH_OTHERS],
      titles: ["Pan"],
    },
  ],
  titles: ["mgr", "dr"],
  firms: words("Źródło Wisła Łódzka Białowieża Śląsk Zielona_Góra Bałtyk", markless),
  trades: words(
    `Usługi Księgarnia Piekarnia Przedsiębiorstwo Meble Hurtownia Zakład Biuro Drukarnia Ogrody`,
    markless,
  ),
  tradeFirst: true,
  legalForms: [
    {
      own: "Sp. z o.o.",
      others: ["sp. z o.o.", "Sp.z o.o.", "Spółka z o.o.", "sp zoo", ""],
      position: "after",
    },
    { own: "Sp. z o.o. Sp. k.", others: ["sp.z o.o. sp.k.", "Sp. k.", ""], position: "after" },
    { own: "S.A.", others: ["SA", ""], position: "after" },
    { own: "PHU", others: ["P.H.U.", ""], position: "before" },
  ],
  mailHosts: ["wp.pl", "onet.pl", "o2.pl", "interia.pl", "gmail.com"],
  countryDomain: "pl",
  dialing: "+48",
  currencies: [
    ["EUR", 72],
    ["GBP", 18],
    ["USD", 10],
  ],
  phrases: {
    invoice: ["Faktura {}", "Faktura nr {}", "FV {}", "zapłata za FV {}"],
    paidBy: ["Wpłata od {}", "Wpłata {}", "Płatność kartą {}"],
    transfer: ["Przelew", "przelew bankowy", "gotówka"],
    refund: "Zwrot",
    thanks: "Dziękujemy",
  },
};

/** Turkish dotless ı and dotted İ fall together in Latin capitals. */
export const TURKISH: Language = {
  ...EUROPEAN,
  share: 6,
  people: [
    {
      given: words(
        `Ayşe Işıl İbrahim Çağla Özgür Şükrü Gülşen Doğan Yıldız Işık Oğuz Ümit Süleyman Çiğdem Nazlı
         İpek Kıvanç Tuğba Barış Ülkü Fatih Zeynep Emre Aslı`,
        markless,
      ),
      family: words(
        `Yılmaz Şahin Çelik Öztürk Yıldırım Aydın Kılıç Özdemir Doğan Arslan Çetin Işık Güneş Akıncı
         Koçoğlu Balcı Tanrıverdi Uğurlu Sarı Bozkır Türkoğlu Gümüş Taşkın Ağaoğlu Kırmızıgül Erdoğdu
         Çakır İnönü Şimşek Karaağaç`,
        markless,
      ),
    },
  ],
  titles: ["Sayın", "Dr.", "Av."],
  firms: words("Boğaziçi Işıklar Şehir Güneş Yıldız Çınar Altın", markless),
  trades: words(
    `İnşaat Mühendislik Tekstil Gıda Bilişim Ticaret Danışmanlık Turizm Ambalaj Yayıncılık`,
    markless,
  ),
  legalForms: [
    { own: "A.Ş.", others: ["AŞ", "A.S.", "AS", ""], position: "after" },
    {
      own: "Ltd. Şti.",
      others: ["Ltd Şti", "Ltd. Sti.", "Limited Şirketi", ""],
      position: "after",
    },
    {
      own: "San. ve Tic. Ltd. Şti.",
      others: ["San.Tic.Ltd.Şti.", "Ltd. Şti.", ""],
      position: "after",
    },
  ],
  mailHosts: ["mynet.com", "hotmail.com.tr", "gmail.com", "yandex.com.tr"],
  countryDomain: "com.tr",
  locale: "tr",
  dialing: "+90",
  currencies: [
    ["USD", 55],
    ["EUR", 45],
  ],
  phrases: {
    invoice: ["Fatura {}", "Fatura no: {}", "{} nolu fatura", "Fatura No {}"],
    paidBy: ["{} ödemesi", "Ödeme: {}", "{} kart ödemesi"],
    transfer: ["Havale", "EFT", "Nakit"],
    refund: "İade",
    thanks: "Teşekkürler",
  },
};

const GREEK_MEN = spelledWords(
  `Παπαδόπουλος=Papadopoulos Γεωργίου=Georgiou Οικονόμου=Oikonomou/Economou Παππάς=Pappas
   Χατζηδάκης=Chatzidakis/Hatzidakis Αγγελόπουλος=Angelopoulos/Aggelopoulos Νικολαΐδης=Nikolaidis/Nicolaides
   Βασιλείου=Vasileiou/Vassiliou Δημητρίου=Dimitriou/Demetriou Κωνσταντίνου=Konstantinou/Constantinou
   Ιωαννίδης=Ioannidis/Ioannides Ευαγγέλου=Evangelou/Evaggelou Ξενάκης=Xenakis Ψαρράς=Psarras
   Τσιτσιπάς=Tsitsipas Μπακογιάννης=Bakogiannis/Mpakogiannis Φωτόπουλος=Fotopoulos/Photopoulos
   Θεοδωράκης=Theodorakis Μουτζούρης=Moutzouris Γκίκας=Gikas/Gkikas Αλεξόπουλος=Alexopoulos
   Ραυτόπουλος=Raftopoulos Καραγιάννης=Karagiannis/Karayannis Στεφανόπουλος=Stefanopoulos`,
);

export const GREEK: Language = {
  ...EUROPEAN,
  share: 6,
  otherScript: true,
  people: [
    {
      given: spelledWords(
        `Μαρία=Maria Ελένη=Eleni/Helen Αικατερίνη=Aikaterini/Katerina Γεωργία=Georgia Ευαγγελία=Evangelia
         Χριστίνα=Christina/Hristina Ιωάννα=Ioanna/Joanna Δέσποινα=Despina/Despoina Φωτεινή=Foteini/Fotini
         Κυριακή=Kyriaki/Kiriaki Ζωή=Zoi/Zoe Άννα=Anna`,
      ),
      family: inflected(
        GREEK_MEN,
        (name) => name.replace(/όπουλος$/, "οπούλου").replace(/([αάηή])ς$/, "$1"),
        (name) => name.replace(/os$/, "ou").replace(/([aie])s$/, "$1"),
      ),
      titles: ["κα"],
    },
    {
      given: spelledWords(
        `Γιώργος=Giorgos/Yiorgos/George Δημήτρης=Dimitris/Dimitrios Κωνσταντίνος=Konstantinos/Constantine
         Νίκος=Nikos/Nicos Γιάννης=Giannis/Yannis/Ioannis Χρήστος=Christos/Hristos Ευάγγελος=Evangelos
         Θεόδωρος=Theodoros Σπύρος=Spyros/Spiros Αθανάσιος=Athanasios Μιχάλης=Michalis/Mihalis`,
      ),
      family: GREEK_MEN,
      titles: ["κ."],
    },
  ],
  titles: ["Δρ."],
  firms: spelledWords(
    `Αιγαίο=Aigaio/Aegean Ήλιος=Ilios/Helios Όλυμπος=Olympos/Olympus Αθηνά=Athina/Athena Ερμής=Ermis/Hermes`,
  ),
  trades: spelledWords(
    `Τεχνική=Techniki Εκδόσεις=Ekdoseis/Editions Τρόφιμα=Trofima/Foods Ναυτιλιακή=Naftiliaki/Shipping
     Κατασκευές=Kataskeves/Constructions Εμπορική=Emporiki/Trading Πληροφορική=Pliroforiki`,
  ),
  legalForms: [
    { own: "Α.Ε.", others: ["ΑΕ", "AE", "S.A.", ""], position: "after" },
    { own: "Ε.Π.Ε.", others: ["ΕΠΕ", "EPE", "Ltd", ""], position: "after" },
    { own: "Ι.Κ.Ε.", others: ["ΙΚΕ", "IKE", "P.C.", ""], position: "after" },
    { own: "Ο.Ε.", others: ["ΟΕ", "OE", ""], position: "after" },
  ],
  mailHosts: ["otenet.gr", "yahoo.gr", "hotmail.gr", "gmail.com"],
  countryDomain: "gr",
  locale: "el",
  dialing: "+30",
  currencies: [["EUR", 1]],
  phrases: {
    invoice: ["Τιμολόγιο {}", "Τιμ. {}", "Αρ. τιμολογίου {}"],
    paidBy: ["Πληρωμή από {}", "Εξόφληση {}"],
    transfer: ["Κατάθεση", "Έμβασμα", "Μετρητά"],
    refund: "Επιστροφή",
    thanks: "Ευχαριστούμε",
  },
};

const RUSSIAN_MEN = spelledWords(
  `Ковалёв=Kovalev/Kovalyov Соловьёв=Solovyov/Soloviev/Solovyev Кузнецов=Kuznetsov Воробьёв=Vorobyov/Vorobiev
   Щербаков=Shcherbakov/Scherbakov Жуков=Zhukov/Jukov Хрущёв=Khrushchev/Hruschev Цветков=Tsvetkov/Cvetkov
   Юдин=Yudin/Iudin Алексеев=Alekseev/Alexeev/Alekseyev Григорьев=Grigoriev/Grigoryev Журавлёв=Zhuravlev
   Фёдоров=Fedorov/Fyodorov Чернышёв=Chernyshev/Chernyshov Яковлев=Yakovlev/Iakovlev Ершов=Ershov/Yershov
   Никитин=Nikitin Лебедев=Lebedev Емельянов=Emelyanov/Yemelyanov Быков=Bykov/Bikov Мясников=Myasnikov
   Сафронов=Safronov Киселёв=Kiselev/Kiselyov Рябинин=Ryabinin/Riabinin Тихонов=Tikhonov/Tihonov`,
);
const feminineA = (ending: string) => (name: string) => name + ending;

export const RUSSIAN: Language = {
  ...EUROPEAN,
  share: 7,
  otherScript: true,
  people: [
    {
      given: spelledWords(
        `Ольга=Olga Наталья=Natalia/Natalya Юлия=Yulia/Julia/Iuliia Екатерина=Ekaterina/Yekaterina/Katerina
         Татьяна=Tatiana/Tatyana Евгения=Evgenia/Evgeniya/Yevgenia Ксения=Ksenia/Xenia/Kseniia Любовь=Lyubov
         Анастасия=Anastasia/Anastasiya Мария=Maria/Mariya Алёна=Alena/Alyona Дарья=Daria/Darya`,
      ),
      middle: spelledWords(
        `Сергеевна=Sergeevna/Sergeyevna Александровна=Aleksandrovna Игоревна=Igorevna Юрьевна=Yurievna
         Дмитриевна=Dmitrievna Николаевна=Nikolaevna Андреевна=Andreevna`,
      ),
      family: inflected(RUSSIAN_MEN, feminineA("а"), feminineA("a")),
      titles: ["г-жа"],
    },
    {
      given: spelledWords(
        `Сергей=Sergey/Sergei/Serguei Дмитрий=Dmitry/Dmitri/Dmitriy Алексей=Alexey/Aleksei/Alexei
         Евгений=Evgeny/Yevgeny/Evgenii Андрей=Andrey/Andrei Юрий=Yuri/Yury/Iurii Михаил=Mikhail/Michail
         Илья=Ilya/Ilia Фёдор=Fedor/Fyodor Артём=Artem/Artyom Николай=Nikolay/Nikolai Пётр=Petr/Pyotr`,
      ),
      middle: spelledWords(
        `Сергеевич=Sergeevich Александрович=Aleksandrovich/Alexandrovich Игоревич=Igorevich
         Юрьевич=Yurievich Дмитриевич=Dmitrievich Николаевич=Nikolaevich`,
      ),
      family: RUSSIAN_MEN,
      titles: ["г-н"],
    },
  ],
  titles: [],
  firms: spelledWords(
    `Северный_ветер=Severny_Veter/Severnyi_Veter Ромашка=Romashka Восход=Voskhod/Voshod Альянс=Alyans/Alliance
     Юнона=Yunona/Juno Заря=Zarya/Zaria`,
  ),
  trades: spelledWords(
    `Строй=Stroy/Stroi Сервис=Service/Servis Торг=Torg Логистика=Logistika/Logistics Софт=Soft Проект=Proekt
     Энерго=Energo Медиа=Media`,
  ),
  quotes: ["«", "»"],
  legalForms: [
    { own: "ООО", others: ["OOO", "LLC", "ооо", ""], position: "before" },
    { own: "АО", others: ["AO", "JSC", "ЗАО", ""], position: "before" },
    { own: "ИП", others: ["IP", ""], position: "before" },
  ],
  mailHosts: ["mail.ru", "yandex.ru", "bk.ru", "gmail.com"],
  countryDomain: "ru",
  dialing: "+7",
  currencies: [
    ["USD", 60],
    ["EUR", 40],
  ],
  phrases: {
    invoice: ["Счёт {}", "Счет № {}", "Оплата по счёту {}", "сч. {}"],
    paidBy: ["Оплата от {}", "Платёж {}", "Поступление: {}"],
    transfer: ["Банковский перевод", "Наличные", "Перевод"],
    refund: "Возврат",
    thanks: "Спасибо!",
  },
};

const UKRAINIAN_FAMILIES: readonly Word[] = spelledWords(
  `Шевченко=Shevchenko/Schewtschenko Ковальчук=Kovalchuk/Kowalchuk Бойко=Boiko/Boyko Гриценко=Hrytsenko/Gritsenko
   Ткаченко=Tkachenko Олійник=Oliinyk/Oleynik Левченко=Levchenko Гончаренко=Honcharenko/Goncharenko
   Захарченко=Zakharchenko Іваненко=Ivanenko Сидоренко=Sydorenko/Sidorenko Лисенко=Lysenko/Lisenko
   Єременко=Yeremenko/Eremenko Гнатюк=Hnatiuk/Gnatyuk Яценко=Yatsenko/Iatsenko Щербина=Shcherbyna
   Кравчук=Kravchuk Михайленко=Mykhailenko/Mihaylenko Стельмах=Stelmakh/Stelmah Їжакевич=Yizhakevych
   Хоменко=Khomenko/Homenko Василенко=Vasylenko/Vasilenko Юрченко=Yurchenko/Iurchenko Кирилюк=Kyryliuk`,
);

/** Passports follow the Ukrainian rule; cards of earlier years and relatives abroad the Russian one. */
export const UKRAINIAN: Language = {
  ...RUSSIAN,
  share: 5,
  people: [
    {
      given: spelledWords(
        `Ольга=Olha/Olga Наталія=Nataliia/Natalia Юлія=Yuliia/Yulia/Julia Катерина=Kateryna/Katerina
         Тетяна=Tetiana/Tatiana Євгенія=Yevheniia/Evgenia Ганна=Hanna/Anna Оксана=Oksana/Oxana
         Олена=Olena/Elena Людмила=Liudmyla/Ludmila Галина=Halyna/Galina Світлана=Svitlana/Svetlana`,
      ),
      middle: spelledWords(
        `Сергіївна=Serhiivna/Sergeevna Олександрівна=Oleksandrivna Ігорівна=Ihorivna Юріївна=Yuriivna`,
      ),
      family: UKRAINIAN_FAMILIES,
      titles: ["пані"],
    },
    {
      given: spelledWords(
        `Сергій=Serhii/Sergey Олександр=Oleksandr/Alexander/Aleksandr Євген=Yevhen/Evgen/Eugene
         Андрій=Andrii/Andriy/Andrey Юрій=Yurii/Yuriy/Yuri Микола=Mykola/Nikolay Ігор=Ihor/Igor
         Григорій=Hryhorii/Grigory Дмитро=Dmytro/Dmitry Володимир=Volodymyr/Vladimir Олексій=Oleksii/Alexey`,
      ),
      middle: spelledWords(
        `Сергійович=Serhiiovych Олександрович=Oleksandrovych Ігорович=Ihorovych/Igorovich Миколайович=Mykolaiovych`,
      ),
      family: UKRAINIAN_FAMILIES,
      titles: ["пан"],
    },
  ],
  firms: spelledWords(
    `Київ=Kyiv/Kiev Дніпро=Dnipro/Dnepr Калина=Kalyna/Kalina Світанок=Svitanok Зірка=Zirka Вежа=Vezha`,
  ),
  trades: spelledWords(
    `Буд=Bud Сервіс=Servis/Service Торг=Torh/Torg Агро=Agro/Ahro Логістика=Lohistyka/Logistics Медіа=Media`,
  ),
  legalForms: [
    { own: "ТОВ", others: ["TOV", "LLC", ""], position: "before" },
    { own: "ФОП", others: ["FOP", ""], position: "before" },
    { own: "ПП", others: ["PP", ""], position: "before" },
  ],
  mailHosts: ["ukr.net", "i.ua", "meta.ua", "gmail.com"],
  countryDomain: "com.ua",
  dialing: "+380",
  phrases: {
    invoice: ["Рахунок {}", "Рахунок № {}", "Оплата за рахунком {}"],
    paidBy: ["Оплата від {}", "Платіж {}"],
    transfer: ["Банківський переказ", "Готівка"],
    refund: "Повернення",
    thanks: "Дякуємо!",
  },
};
