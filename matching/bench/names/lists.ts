const list = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Given and family names that go together; the first of each list are the commonest. */
export const CULTURES: readonly { given: readonly string[]; family: readonly string[] }[] = [
  {
    given: list(
      `John Mary James Patricia Robert Jennifer Michael Linda William Elizabeth David Barbara Richard
       Susan Joseph Jessica Thomas Sarah Christopher Karen Charles Nancy Daniel Lisa Matthew Margaret
       Anthony Sandra Mark Ashley Steven Emily Paul Donna Andrew Michelle Joshua Carol Kenneth Amanda
       Kevin Melissa Brian Deborah Edward Stephanie Ronald Rebecca Timothy Laura Jeffrey Helen Ryan
       Sharon Jacob Cynthia Gary Kathleen Nicholas Amy Eric Angela Jonathan Anna Stephen Ruth Larry
       Brenda Justin Pamela Scott Nicole Brandon Katherine Benjamin Samantha Samuel Christine Gregory
       Catherine Alexander Virginia Patrick Rachel Frank Janet Raymond Maria Jack Heather Dennis Diane`,
    ),
    family: list(
      `Smith Johnson Williams Brown Jones Miller Davis Wilson Anderson Taylor Moore Jackson Martin
       Thompson White Harris Clark Lewis Robinson Walker Young Allen King Wright Scott Hill Green
       Adams Baker Nelson Campbell Mitchell Roberts Carter Phillips Evans Turner Parker Collins
       Edwards Stewart Morris Murphy Cook Rogers Morgan Cooper Peterson Reed Bailey Kelly Howard Cox
       Ward Richardson Watson Brooks Wood Bennett Gray Hughes Price Myers Long Foster Sanders Ross
       Powell Sullivan Russell Jenkins Perry Butler Barnes Fisher Henderson Coleman Simmons Patterson
       Jordan Reynolds Hamilton Graham Wallace Cole West Hayes Chambers Gibson Ellis Stevens Hunter
       Ford Marshall Owens McDonald Harrison Kennedy Wells O'Brien O'Connor MacLeod McCarthy Fraser`,
    ),
  },
  {
    given: list(
      `José María Juan Ana Luis Carmen Carlos Rosa Jorge Lucía Miguel Elena Pedro Sofía Andrés Valentina
       Diego Camila Fernando Gabriela Ricardo Inés Álvaro Marta Raúl Pilar Sergio Beatriz Mónica Julián
       João Tiago Mariana Letícia Gonçalo`,
    ),
    family: list(
      `García Rodríguez Martínez Hernández López González Pérez Sánchez Ramírez Torres Flores Rivera
       Gómez Díaz Reyes Morales Cruz Ortiz Gutiérrez Chávez Ramos Ruiz Álvarez Mendoza Vásquez
       Castillo Jiménez Moreno Romero Herrera Medina Aguilar Vargas Guzmán Muñoz Núñez Peña Ibáñez
       Silva Santos Oliveira Pereira Ferreira Conceição Araújo Gonçalves Magalhães`,
    ),
  },
  {
    given: list(
      `Hans Anna Jürgen Ursula Wolfgang Katharina Stefan Sabine Andreas Claudia Jörg Birgit Matthias
       Heike Günther Monika Lars Ingrid Björn Astrid Sven Freja Søren Kirsten Magnus Linnéa Åsa Pieter
       Anneke Willem Femke`,
    ),
    family: list(
      `Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer
       Richter Klein Wolf Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange
       Schmitt Krause Lehmann Köhler Böhm Jäger Grünwald Andersson Johansson Karlsson Nilsson Larsen
       Hansen Sørensen Jørgensen Østergaard Lindström Sjöberg VanDijk DeVries Bakker Visser`,
    ),
  },
  {
    given: list(
      `Jean Marie Pierre Françoise François Hélène Étienne Chloé André Renée Laurent Sylvie Benoît
       Amélie Gérard Élodie Luca Giulia Marco Francesca Giovanni Chiara Niccolò Alessandra`,
    ),
    family: list(
      `Dubois Lefèvre Bernard Moreau Laurent Girard Fournier Mercier Chevalier Lambert Besançon Gautier
       Rousseau Béranger Desjardins Rossi Russo Ferrari Esposito Bianchi Romano Colombo Ricci Marino
       Greco Gallo Conti DeLuca Mancini Moretti D'Angelo`,
    ),
  },
  {
    given: list(
      `Wei Min Jun Li Hui Yan Jing Tao Xin Mei Hiroshi Yuki Kenji Sakura Takashi Aiko Ji-woo Seo-yeon
       Min-jun Ha-eun Thu Minh Anh Linh`,
    ),
    family: list(
      `Wang Zhang Liu Chen Yang Huang Zhao Zhou Xu Sun Zhu Lin Guo Tanaka Suzuki Takahashi Watanabe
       Yamamoto Nakamura Kobayashi Kim Lee Park Choi Jung Kang Nguyen Tran Pham Hoang`,
    ),
  },
  {
    given: list(
      `Mohammed Fatima Ahmed Aisha Omar Layla Priya Raj Ananya Arjun Deepa Vikram Sunita Sanjay Kavita
       Chinedu Ngozi Kwame Amara Oluwaseun Folake Thabo Zanele`,
    ),
    family: list(
      `Patel Singh Kumar Sharma Gupta Khan Reddy Iyer Chatterjee Banerjee Ali Hassan Hussein Rahman
       Malik Ibrahim Okafor Adeyemi Okonkwo Nwosu Mensah Boateng Dlamini Ndlovu Mahmoud Haddad`,
    ),
  },
  {
    given: list(
      `Piotr Agnieszka Łukasz Małgorzata Tomáš Zuzana Jiří Ivana Dmitri Olga Sergei Natalia Goran
       Jelena Ștefan Ioana`,
    ),
    family: list(
      `Kowalski Nowak Wójcik Kamiński Zieliński Dvořák Svoboda Novotný Černý Ivanov Petrov Volkov
       Sokolov Jovanović Petrović Marković Popescu Ionescu Nagy Szabó Tóth Kovács`,
    ),
  },
];

/** How often each culture comes up, in the order above. */
export const CULTURE_WEIGHTS = [0.5, 0.15, 0.1, 0.07, 0.07, 0.07, 0.04] as const;

/** Rare family names are made of a beginning and an end. */
export const FAMILY_BEGINNINGS = list(
  `Ash Black Brad Burn Carl Clay Cran Dray East Elder Farn Fen Gar Glen Hal Hart Hazel Hol Kings Lang
   Lind Lock March Mar Nether North Oak Pem Quin Rad Rams Red Rother Sel Shel Stan Stock Thorn Under
   Wake Wal War Wed Wether Whit Win Wool Yar Berg Eben Gold Grun Kirch Lowen Morgen Rosen Sonnen Stein`,
);
export const FAMILY_ENDS = list(
  `ford wood well ley ton bury by combe croft dale den field gate ham hurst land low man mere more ridge
   side stead stone thorpe ville wick worth baum berg feld haus heim mann stein thal`,
);

export const COMPANY_FIRSTS = list(
  `Alpine Atlas Beacon Birch Bluebird Bright Canyon Cascade Cedar Cobalt Copper Coral Crescent Delta
   Driftwood Eagle Ember Evergreen Falcon Fern Foxglove Garnet Golden Granite Harbor Hearth Heron
   Highland Horizon Iron Ivy Juniper Keystone Lakeside Lantern Liberty Lotus Magnolia Maple Marigold
   Meridian Mesa Northwind Oak Olive Orchard Osprey Pacific Pine Pioneer Prairie Quarry Raven Redwood
   Ridge River Saffron Sage Sequoia Sierra Silver Sparrow Spruce Sterling Summit Tidewater Timber
   Trident Umber Union Valley Velvet Vista Walnut Willow Windward Zephyr Zenith`,
);
export const COMPANY_SECONDS = list(
  `Analytics Architects Bakery Bicycles Books Brewing Builders Cafe Capital Carpentry Catering Ceramics
   Cleaning Clinic Coffee Consulting Dairy Dental Design Electric Electronics Engineering Events Farms
   Fitness Flooring Florists Foods Freight Furniture Gallery Games Gardens Glass Graphics Hardware
   Heating Hospitality Imports Interiors Jewelers Kitchens Labs Landscaping Law Lighting Logistics
   Marine Marketing Media Motors Music Outfitters Painting Partners Pharmacy Photography Plumbing
   Printing Properties Roofing Security Software Solar Studio Supply Surveying Systems Tailors Textiles
   Tools Toys Travel Veterinary Ventures Vineyards Woodworks Yoga`,
);
export const LEGAL_FORMS = [
  "LLC",
  "Inc.",
  "Inc",
  "Ltd",
  "Co.",
  "Corp.",
  "GmbH",
  "PLLC",
  "LLP",
] as const;

/** Given names and how friends say them. */
export const NICKNAMES: Readonly<Record<string, readonly string[]>> = {
  Robert: ["Bob", "Rob"],
  William: ["Bill", "Will"],
  Richard: ["Rick", "Dick"],
  Michael: ["Mike"],
  James: ["Jim", "Jamie"],
  John: ["Jack", "Johnny"],
  Elizabeth: ["Liz", "Beth", "Betty"],
  Margaret: ["Peggy", "Maggie"],
  Katherine: ["Kate", "Kathy"],
  Catherine: ["Cathy", "Cate"],
  Jennifer: ["Jen", "Jenny"],
  Thomas: ["Tom"],
  Daniel: ["Dan", "Danny"],
  Matthew: ["Matt"],
  Anthony: ["Tony"],
  Steven: ["Steve"],
  Stephen: ["Steve"],
  Andrew: ["Andy", "Drew"],
  Joshua: ["Josh"],
  Kenneth: ["Ken"],
  Edward: ["Ed", "Ted"],
  Timothy: ["Tim"],
  Jeffrey: ["Jeff"],
  Nicholas: ["Nick"],
  Jonathan: ["Jon"],
  Benjamin: ["Ben"],
  Samuel: ["Sam"],
  Gregory: ["Greg"],
  Alexander: ["Alex"],
  Patrick: ["Pat"],
  Patricia: ["Pat", "Patty"],
  Deborah: ["Debbie", "Deb"],
  Susan: ["Sue"],
  Rebecca: ["Becky"],
  Christopher: ["Chris"],
  Christine: ["Chris", "Tina"],
  Joseph: ["Joe"],
  David: ["Dave"],
  Charles: ["Chuck", "Charlie"],
  Ronald: ["Ron"],
  Samantha: ["Sam"],
  Pamela: ["Pam"],
  José: ["Pepe"],
  Francesca: ["Franca"],
};
