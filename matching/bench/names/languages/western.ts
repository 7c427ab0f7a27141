import { EUROPEAN, type Language, markless, spelledOut, words } from "./language";

export const GERMAN: Language = {
  ...EUROPEAN,
  share: 16,
  people: [
    {
      given: words(
        `Jürgen Günter Björn Jörg Käthe Bärbel Sönke Rüdiger Uwe Heike Anke Thorsten Ulrike Dörte Matthias
         Karl-Heinz Hans-Jürgen Anneliese Lukas Leonie Felix Johanna Götz Silke Tobias Mareike Rémy Jana`,
        spelledOut,
      ),
      family: words(
        `Müller Schäfer Köhler Weiß Krüger Schröder Böhm Groß Jäger Lübke Strauß Königsberger Möller
         Bäcker Hübner Fröhlich Löffler Brückner Süß Größer Kühn Vögele Wörner Niemöller Täuber Schütz
         Becker Hoffmann Winkler Albrecht Kraus Seidel Pohl Engel Vogt Sommer Haas Müller-Lüdtke
         von_Bülow Schmidt-Rößler zur_Mühlen`,
        spelledOut,
      ),
    },
  ],
  titles: ["Dr.", "Prof. Dr.", "Familie", "Dipl.-Ing."],
  firms: words(
    "Nordlicht Rheintal Schwäbische Süddeutsche Elbe Grünwald Köln Märkische",
    spelledOut,
  ),
  trades: words(
    `Maschinenbau Gebäudetechnik Möbelwerkstätten Getränkehandel Softwarehaus Bürobedarf Druckerei
     Elektrotechnik Straßenbau Logistik Bäckerei Küchenstudio`,
    spelledOut,
  ),
  legalForms: [
    { own: "GmbH", others: ["G.m.b.H.", "Gmbh", ""], position: "after" },
    {
      own: "GmbH & Co. KG",
      others: ["GmbH u. Co. KG", "GmbH&Co.KG", "GmbH + Co KG", "KG", ""],
      position: "after",
    },
    { own: "AG", others: ["Aktiengesellschaft", ""], position: "after" },
    { own: "e.K.", others: ["e. K.", "eK", ""], position: "after" },
    { own: "UG (haftungsbeschränkt)", others: ["UG", ""], position: "after" },
  ],
  mailHosts: ["gmx.de", "web.de", "t-online.de", "gmail.com", "posteo.de"],
  countryDomain: "de",
  dialing: "+49",
  currencies: [
    ["EUR", 90],
    ["USD", 6],
    ["GBP", 4],
  ],
  phrases: {
    invoice: ["Rechnung {}", "Rechnung Nr. {}", "Rg.-Nr. {}", "RE {}"],
    paidBy: ["Zahlung von {}", "Zahlungseingang {}", "{}, Kartenzahlung"],
    transfer: ["Überweisung", "SEPA-Überweisung", "Bar bezahlt"],
    refund: "Gutschrift",
    thanks: "Vielen Dank!",
  },
};

export const FRENCH: Language = {
  ...EUROPEAN,
  share: 11,
  people: [
    {
      given: words(
        `Hélène Jean-Pierre Anaïs François Chloé Gaëlle Mathéo Noémie Jérôme Cédric Agnès Léa Zoé Rémi
         Marie-Thérèse Benoît Loïc Maëlle Stéphane Aurélie Raphaël Camille Thibault Solène Étienne Océane`,
        markless,
      ),
      family: words(
        `Lefèvre Bézier Gauthier Hébert Pélissier Crépin Brisset d'Aubigné Le_Goff Château Françon
         Mérieux Delacroix Barthélemy Vasseur Guérin Noël Boulanger Rivière Fontaine Perrin Lemaître
         Du_Pré Garçon Beauséjour Joly Marchand Poirier Leclère Ménard de_La_Fère Dufrêne Bénard Tréguer`,
        markless,
      ),
    },
  ],
  titles: ["Dr", "Me", "M. et Mme"],
  firms: words("Azur Lumière L'Étoile Cévennes Beauséjour Océan Méditerranée", markless),
  trades: words(
    `Boulangerie Menuiserie Librairie Transports Imprimerie Pépinières Électricité Pâtisserie Atelier
     Établissements Plomberie Société`,
    markless,
  ),
  tradeFirst: true,
  legalForms: [
    { own: "SARL", others: ["S.A.R.L.", "Sarl", ""], position: "after" },
    { own: "S.à r.l.", others: ["Sàrl", "SARL", "S.a.r.l.", ""], position: "after" },
    { own: "SAS", others: ["S.A.S.", ""], position: "after" },
    { own: "SARL", others: ["EURL", ""], position: "before" },
    { own: "SA", others: ["S.A.", ""], position: "after" },
  ],
  mailHosts: ["orange.fr", "free.fr", "wanadoo.fr", "laposte.net", "gmail.com"],
  countryDomain: "fr",
  dialing: "+33",
  currencies: [
    ["EUR", 92],
    ["USD", 5],
    ["GBP", 3],
  ],
  phrases: {
    invoice: ["facture n° {}", "Facture {}", "fact. {}", "Règlement facture {}"],
    paidBy: ["Paiement de {}", "Règlement {}", "CB {}"],
    transfer: ["Virement", "Virement SEPA", "Chèque"],
    refund: "Remboursement",
    thanks: "Merci",
  },
};

export const SPANISH: Language = {
  ...EUROPEAN,
  share: 10,
  familyNames: "first of two",
  people: [
    {
      given: words(
        `María_José José_Luis Íñigo Begoña Nicolás Sofía Martín Rocío Joaquín Ángeles Tomás Inés Óscar
         Verónica Andrés Itziar Adrián Nuria Iván Concepción Héctor Belén Germán Mónica Ramón Lucía`,
        markless,
      ),
      family: words(
        `García Fernández Muñoz Núñez Ibáñez Peña Suárez Domínguez Gutiérrez Vázquez Cabañas Jiménez Marín
         Sáez Ordóñez Castaño Rincón Serrano Molina Ortega Delgado Blanco Rubio Iglesias Garrido Cortés
         Prieto Méndez Calvo Vidal Campos Fuentes Carrasco Cabello de_la_Torre Echeverría Zúñiga Millán
         Del_Río Piñeiro`,
        markless,
      ),
    },
  ],
  titles: ["Sr./Sra.", "Ing.", "Fam."],
  firms: words("Montaña Ibérica Levante Compañía_del_Sur Rincón Castaños Bahía", markless),
  trades: words(
    `Transportes Construcciones Panadería Gestoría Librería Diseños Jardinería Carpintería Bodegas
     Óptica Clínica Hermanos`,
    markless,
  ),
  tradeFirst: true,
  legalForms: [
    { own: "S.L.", others: ["SL", "S.L", "Sociedad Limitada", ""], position: "after" },
    { own: "S.A.", others: ["SA", ""], position: "after" },
    { own: "S.L.U.", others: ["SLU", "S.L.", ""], position: "after" },
    { own: "S. de R.L. de C.V.", others: ["SRL de CV", "S de RL", ""], position: "after" },
  ],
  mailHosts: ["hotmail.es", "yahoo.es", "telefonica.net", "gmail.com"],
  countryDomain: "es",
  dialing: "+34",
  currencies: [
    ["EUR", 70],
    ["USD", 30],
  ],
  phrases: {
    invoice: ["Factura {}", "Factura nº {}", "Pago factura {}", "Fra. {}"],
    paidBy: ["Pago de {}", "Cobro {}", "{} (tarjeta)"],
    transfer: ["Transferencia", "Transferencia bancaria", "Efectivo"],
    refund: "Devolución",
    thanks: "Gracias",
  },
};

export const PORTUGUESE: Language = {
  ...EUROPEAN,
  share: 7,
  familyNames: "last of two",
  people: [
    {
      given: words(
        `João Conceição Inês Gonçalo Patrícia Simão Luís Catarina Vítor Mónica António Sebastião Rúben
         Beatriz Érica Estêvão Joana Otávio Letícia Cláudia Márcio Thaís Bruno Débora`,
        markless,
      ),
      family: words(
        `Araújo Gonçalves Magalhães Simões Falcão Assunção Guimarães Leitão Brandão Estêvão Conceição
         Sequeira Nóbrega Vilaça Teixeira Moura Barbosa Figueiredo da_Silva dos_Santos Azevedo Queirós
         Frazão Paixão Antunes Quintão Valadão Correia Macedo do_Rosário`,
        markless,
      ),
    },
  ],
  titles: ["Sr(a).", "Eng.", "Família"],
  firms: words("Açoreana São_Bento Atlântico Estação Coração Três_Irmãos", markless),
  trades: words(
    `Construções Padaria Transportes Confecções Livraria Farmácia Comércio Serviços Óptica Irmãos`,
    markless,
  ),
  tradeFirst: true,
  legalForms: [
    { own: "Lda.", others: ["LDA", "Limitada", ""], position: "after" },
    { own: "Unipessoal Lda.", others: ["Unip. Lda", "Lda.", ""], position: "after" },
    { own: "Ltda.", others: ["LTDA", "Ltda - ME", ""], position: "after" },
    { own: "S.A.", others: ["SA", ""], position: "after" },
  ],
  mailHosts: ["sapo.pt", "uol.com.br", "hotmail.com", "gmail.com"],
  countryDomain: "pt",
  dialing: "+351",
  currencies: [
    ["EUR", 65],
    ["USD", 35],
  ],
  phrases: {
    invoice: ["Fatura {}", "Fatura n.º {}", "FT {}", "Pagamento da fatura {}"],
    paidBy: ["Pagamento de {}", "Recebido de {}"],
    transfer: ["Transferência", "Pix", "Multibanco", "Dinheiro"],
    refund: "Reembolso",
    thanks: "Obrigado!",
  },
};

export const NORDIC: Language = {
  ...EUROPEAN,
  share: 8,
  people: [
    {
      given: words(
        `Søren Bjørn Åse Jørgen Håkon Pål Åsmund Kåre Sølvi Gøran Märta Hjördis Ragnhild Øystein Mårten
         Ann-Sofie Päivi Jyrki Väinö Solveig Ingeborg Torbjörn Frøya Liv Mads Kirsten Eskil Linnea`,
        spelledOut,
      ),
      family: words(
        `Sørensen Jørgensen Øvergård Åkesson Bjørklund Nygård Sjöström Håkansson Kjær Mæland Bræstrup
         Høgh Lövgren Ødegaard Skjæveland Ångström Hämäläinen Mäkinen Söderlund Brønnum Kjølsen Næss
         Åberg Gåsvær Nørgaard Dahl Lund Holm Berg Strand Lindqvist Overgaard Hæstad Rødland`,
        spelledOut,
      ),
    },
  ],
  titles: ["Dr.", "Familien"],
  firms: words("Fjäll Smørgård Østkysten Ålesund Nordsjø Tårnet Skærgård Blåvand", spelledOut),
  trades: words(
    `Møbler Byggservice Rådgivning Bageri Brød Trælast Båtbyggeri Regnskab Konsult Rør Blomster`,
    spelledOut,
  ),
  legalForms: [
    { own: "ApS", others: ["Aps", ""], position: "after" },
    { own: "A/S", others: ["AS", "A.S.", ""], position: "after" },
    { own: "AS", others: ["A/S", ""], position: "after" },
    { own: "AB", others: ["Aktiebolag", ""], position: "after" },
    { own: "Oy", others: ["OY", "Oy Ab", ""], position: "after" },
  ],
  mailHosts: ["online.no", "telia.com", "mail.dk", "kolumbus.fi", "gmail.com"],
  countryDomain: "no",
  dialing: "+47",
  currencies: [
    ["EUR", 60],
    ["GBP", 25],
    ["USD", 15],
  ],
  phrases: {
    invoice: ["Faktura {}", "Faktura nr. {}", "Fakt.nr {}", "Lasku {}"],
    paidBy: ["Betaling fra {}", "Innbetaling {}", "Betalning från {}"],
    transfer: ["Bankoverførsel", "Overføring", "Bankgiro"],
    refund: "Tilbagebetaling",
    thanks: "Tak!",
  },
};
