import type { ColumnMeaning } from '../../tools/media-plan-desk.ts';

/** The languages whose heads are understood. */
export type HeadLanguage = 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'nl' | 'ja';

type Words = Partial<Record<ColumnMeaning, string>>;

/** What heads are called, the plainest name first: of two columns with one meaning the one with the plainer name is taken. */
export const HEAD_WORDS: Readonly<Record<HeadLanguage, Words>> = {
  en: {
    channel:
      'platform, ad platform, media platform, publisher, network, ad network, channel, channels, media channel, marketing channel, platform channel, channel platform, vendor, media vendor, supplier, media owner, media partner, site, medium, media, media type, source',
    account:
      'account id, ad account id, account, ad account, account name, ad account name, advertiser, advertiser id, customer id',
    campaign:
      'campaign name, name of campaign, campaign, campaigns, campaign title, campaign description, line item name, line item, placement name, activity, activation, initiative, name',
    container: 'campaign group, campaign group name, campaign set',
    objective:
      'objective, campaign objective, objectives, goal, campaign goal, goals, marketing objective, marketing goal, media objective, aim, purpose, optimisation goal, optimization goal, funnel stage, funnel, funnel phase',
    type: 'campaign type, campaign subtype, type, type of campaign, ad product',
    group:
      'ad group, ad group name, ad set, ad set name, adset, adset name, adgroup, adgroup name, asset group, asset group name, ad squad, group, group name, ad set ad group, ad group ad set',
    ad: 'ad name, ad, ads, advert, creative name, creative, ad title, asset name',
    start:
      'start, start date, starts, starting, start day, from, date from, flight start, flight start date, flight from, campaign start, campaign start date, begin, begins, begin date, beginning, live date, go live, go live date, launch, launch date, live from, on air, first day',
    end: 'end, end date, ends, ending, end day, to, date to, until, till, through, thru, flight end, flight end date, flight to, campaign end, campaign end date, finish, finish date, stop, stop date, live until, live to, off air, last day',
    flight:
      'flight, flight dates, flighting, flight period, flight date, dates, date range, period, campaign period, campaign dates, run dates, run period, running time, timing, schedule, time frame, timeframe, live dates, timeline, run time, start end, start to end',
    budget_type:
      'budget type, type of budget, budget mode, budget period, daily or total, daily lifetime, daily or lifetime, daily total',
    currency: 'currency, currency code, local currency, ccy, curr, cur, cury',
    country:
      'country, countries, country code, market, markets, geo, geos, geography, geo targeting, location, locations, region, regions, territory, target country, target market, target location',
    language: 'language, languages, lang, ad language, locale, target language',
    age: 'age, ages, age range, age group, target age, age targeting',
    gender: 'gender, genders, sex, target gender',
    audience:
      'audience id, audience ids, audience, audiences, target audience, targeting, target group, custom audience, custom audiences, segment, segments, audience targeting, audience segment, target, demo, demographic, demographics',
    keywords: 'keywords, keyword, key words, search terms, search keywords, kws, keyword list',
    bid: 'bid, max bid, maximum bid, bid cap, cpc bid, max cpc, max cpc bid, cost cap, bid amount, target cpc, cpc cap',
    headline: 'headline, headlines, ad headline, title, titles, header, heading, short headline',
    text: 'primary text, text, texts, ad text, ad copy, copy, body, body copy, body text, description, descriptions, message, caption, post copy, post text, intro text, introductory text, long description',
    landing_page:
      'final url, landing page url, landing page, landingpage, landing url, lp, lp url, destination url, destination, url, urls, link, links, click url, clickthrough, clickthrough url, click through url, target url, website, website url, web page, click tag, ad url',
    creative: 'creative id, creative ids, post id, post, existing post, existing post id, video post id, ad post id',
    media: 'media id, image id, video id, asset id, image, images, video, videos, picture, visual, asset, image hash',
    button: 'cta, call to action, cta button, button, button text, button label',
    note: 'note, notes, comment, comments, remark, remarks, status, approved, approval, approved by, owner, responsible, contact, client, brand, product, po, po number, io number, booking number, format, formats, ad format, ad formats, placement, placements, creative format, buying model, buying type, phase, wave, priority, device, devices, position, days, number of days, weeks, id, campaign id, no, nr, week, quarter, utm, utm source, utm medium, utm campaign, tracking, agency, line, ref, reference',
  },
  de: {
    channel:
      'plattform, werbeplattform, publisher, netzwerk, werbenetzwerk, kanal, kanäle, medienkanal, mediakanal, werbekanal, marketingkanal, kanal plattform, plattform kanal, medium, medien, werbeträger, mediengattung, mediagattung, gattung, vermarkter, anbieter, umfeld, portal, quelle',
    account: 'konto id, werbekonto id, konto, werbekonto, kontoname, account, account id, kontonummer',
    campaign:
      'kampagnenname, name der kampagne, kampagne, kampagnen, kampagnentitel, kampagnenbezeichnung, kampagnenbez, maßnahme, massnahme, maßnahmen, aktivität, aktion, werbemaßnahme, bezeichnung, titel der kampagne',
    container: 'kampagnengruppe, kampagnengruppen, kampagnenset',
    objective:
      'ziel, kampagnenziel, ziele, kampagnenziele, zielsetzung, werbeziel, marketingziel, mediaziel, zweck, optimierungsziel, optimierung, funnel, funnel phase, funnelstufe, funnel stufe, zielstellung',
    type: 'kampagnentyp, kampagnenart, typ, art, kampagnen typ, art der kampagne',
    group:
      'anzeigengruppe, anzeigengruppen, anzeigengruppenname, adgroup, werbegruppe, assetgruppe, asset gruppe, anzeigenset, gruppe, name der anzeigengruppe',
    ad: 'anzeigenname, anzeige, anzeigen, werbeanzeige, werbemittel, werbemittelname, motiv, motivname, sujet, creative',
    start:
      'start, von, beginn, startdatum, start datum, starttermin, laufzeit von, laufzeit start, laufzeit beginn, laufzeitbeginn, kampagnenstart, kampagnenbeginn, flight start, ab, datum von, startet, live ab, live, go live, anfang, starttag, erster tag, schaltbeginn, schaltstart, zeitraum von',
    end: 'ende, bis, enddatum, end datum, endtermin, laufzeit bis, laufzeit ende, laufzeitende, kampagnenende, flight ende, datum bis, endet, live bis, schluss, letzter tag, schaltende, zeitraum bis, stopp',
    flight:
      'laufzeit, zeitraum, flight, kampagnenzeitraum, kampagnenlaufzeit, schaltzeitraum, schaltzeit, aktionszeitraum, werbezeitraum, termin, termine, dauer, timing, von bis, datum, einsatzzeitraum, belegungszeitraum',
    budget_type: 'budgettyp, budgetart, art des budgets, budget typ, budget art, tages oder gesamtbudget',
    currency: 'währung, waehrung, whg, währ, wrg, währungscode, währungskürzel, landeswährung',
    country:
      'land, länder, laender, ländercode, länderkürzel, markt, märkte, zielland, zielländer, zielmarkt, region, regionen, gebiet, standort, standorte, geo, zielregion, aussteuerung geo, geotargeting, geo targeting',
    language: 'sprache, sprachen, anzeigensprache, sprachversion, zielsprache',
    age: 'alter, altersgruppe, altersgruppen, altersspanne, alter von bis, zielalter',
    gender: 'geschlecht, geschlechter',
    audience:
      'zielgruppe, zielgruppen, zg, targeting, zielgruppensegment, segment, segmente, zielgruppen id, zielgruppendefinition, zielgruppenansprache, aussteuerung, audience',
    keywords: 'keywords, keyword, suchbegriffe, suchbegriff, schlüsselwörter, suchwörter, stichwörter',
    bid: 'gebot, max gebot, maximalgebot, maximales gebot, klickgebot, gebotslimit, max cpc, höchstgebot, gebotsobergrenze',
    headline: 'überschrift, überschriften, headline, headlines, titel, anzeigentitel, anzeigenüberschrift, schlagzeile',
    text: 'text, texte, anzeigentext, anzeigentexte, werbetext, beschreibung, beschreibungen, beschreibungstext, primärer text, haupttext, textzeile, fließtext, posttext, copy, langtext',
    landing_page:
      'zielseite, ziel url, zielurl, landingpage, landing page, landeseite, link, verlinkung, url, finale url, webseite, website, zielseiten url, klick url, ziellink, zieladresse, zielseite url, verlinkung auf',
    creative: 'creative id, anzeigen id, beitrags id, post id, beitrag, werbemittel id',
    media: 'bild, bilder, video, videos, bild id, video id, medien id, asset, asset id, bildmaterial, visual',
    button: 'button, cta, call to action, handlungsaufforderung, schaltfläche, button text, aufforderung',
    note: 'bemerkung, bemerkungen, anmerkung, anmerkungen, hinweis, hinweise, kommentar, kommentare, notiz, notizen, status, freigabe, freigegeben, verantwortlich, ansprechpartner, zuständig, kunde, marke, produkt, format, formate, werbeformat, werbemittelformat, platzierung, platzierungen, buchungsart, buchungsnummer, phase, welle, priorität, prio, kw, woche, quartal, tage, anzahl tage, laufzeit in tagen, laufzeit tage, id, kampagnen id, lfd nr, nr, pos, position, agentur, gerät, geräte, endgerät',
  },
  fr: {
    channel:
      'plateforme, plateformes, régie, régies, éditeur, réseau, support, supports, canal, canaux, levier, leviers, média, médias, levier média, canal média, support média, plateforme publicitaire, canal plateforme, partenaire, source',
    account: 'compte, compte publicitaire, id compte, nom du compte, compte pub, identifiant du compte, annonceur',
    campaign:
      'nom de la campagne, nom de campagne, nom campagne, campagne, campagnes, intitulé, intitulé de la campagne, libellé, libellé campagne, opération, action, dispositif, temps fort, prise de parole',
    container: 'groupe de campagnes, groupe de campagne',
    objective:
      'objectif, objectif de campagne, objectif de la campagne, objectifs, objectif campagne, but, objectif marketing, objectif média, finalité, optimisation, funnel, étape du funnel, étape funnel, tunnel',
    type: 'type de campagne, type campagne, type, type de la campagne',
    group:
      "groupe d'annonces, groupe d annonces, groupe d annonce, ensemble de publicités, ensemble de publicité, ad set, adset, nom du groupe d annonces, groupe, groupe annonces, groupe de composants",
    ad: "annonce, annonces, nom de l'annonce, nom de l annonce, publicité, publicités, nom de la publicité, création, créa, créas, visuel nom",
    start:
      'début, date de début, date début, du, début de campagne, début campagne, démarrage, date de démarrage, lancement, date de lancement, à partir du, de, départ, début de diffusion, date de mise en ligne, mise en ligne, date start',
    end: "fin, date de fin, date fin, au, fin de campagne, fin campagne, jusqu'au, jusqu au, fin de diffusion, clôture, à, date d arrêt, arrêt",
    flight:
      'période, dates, période de diffusion, période de campagne, dates de diffusion, dates de campagne, diffusion, durée, flight, calendrier, du au, période campagne, dates campagne',
    budget_type: 'type de budget, type budget, nature du budget',
    currency: 'devise, devises, monnaie, code devise',
    country:
      'pays, marché, marchés, zone, zones, zone géographique, géo, géographie, région, régions, territoire, localisation, pays cible, pays ciblé, pays ciblés, ciblage géographique, ciblage géo, code pays',
    language: 'langue, langues, langue de diffusion, langue cible',
    age: "âge, âges, tranche d'âge, tranche d âge, tranches d âge, âge cible",
    gender: 'sexe, genre, genres',
    audience:
      'ciblage, cible, cibles, audience, audiences, ciblages, segment, segments, population cible, coeur de cible, ciblage audience',
    keywords: 'mots clés, mot clé, mots clefs, requêtes, liste de mots clés, keywords',
    bid: 'enchère, enchère max, enchère maximale, cpc max, enchères, plafond d enchère',
    headline: 'titre, titres, accroche, accroches, titre de l annonce, titre annonce, headline',
    text: 'texte, textes, texte principal, texte de l annonce, texte annonce, description, descriptions, corps, corps du texte, message, wording, texte publicitaire, légende',
    landing_page:
      "url de destination, page de destination, url, lien, liens, page d'atterrissage, page d atterrissage, url finale, url cible, site, site web, landing page, landing, lp, url de redirection, page cible, lien de redirection, url d atterrissage, redirection",
    creative: 'id création, id de la création, id créa, id publication, id du post, post, publication',
    media: 'image, images, vidéo, vidéos, visuel, visuels, id image, id vidéo, média id, asset',
    button: "bouton, cta, call to action, appel à l'action, appel à l action, bouton cta, incitation à l action",
    note: 'remarque, remarques, commentaire, commentaires, note, notes, observation, observations, statut, état, validation, validé, responsable, contact, client, marque, produit, format, formats, emplacement, emplacements, type d achat, mode d achat, phase, vague, priorité, semaine, trimestre, nombre de jours, nb jours, jours, id, id campagne, n, numéro, ref, référence, agence, appareil',
  },
  es: {
    channel:
      'plataforma, plataformas, soporte, soportes, red, red publicitaria, editor, canal, canales, medio, medios, canal de medios, canal plataforma, plataforma publicitaria, proveedor, fuente, vehículo',
    account:
      'cuenta, cuenta publicitaria, id de cuenta, id cuenta, nombre de la cuenta, cuenta de anuncios, anunciante',
    campaign:
      'nombre de la campaña, nombre de campaña, nombre campaña, campaña, campañas, acción, acciones, actividad, título de campaña, iniciativa, nombre',
    container: 'grupo de campañas, grupo de campaña',
    objective:
      'objetivo, objetivo de campaña, objetivo de la campaña, objetivos, objetivo campaña, meta, finalidad, objetivo de marketing, optimización, funnel, fase del funnel, etapa del funnel, embudo',
    type: 'tipo de campaña, tipo campaña, tipo, tipo de la campaña',
    group:
      'grupo de anuncios, conjunto de anuncios, grupo de anuncio, conjunto de anuncio, ad set, adset, nombre del grupo de anuncios, nombre del conjunto de anuncios, grupo, grupo anuncios, grupo de recursos',
    ad: 'anuncio, anuncios, nombre del anuncio, pieza, piezas, creatividad, creatividades, creativo',
    start:
      'inicio, fecha de inicio, fecha inicio, desde, comienzo, fecha de comienzo, del, inicio de campaña, inicio campaña, arranque, lanzamiento, fecha de lanzamiento, f inicio, fecha desde, empieza, salida',
    end: 'fin, fecha de fin, fecha fin, hasta, final, fecha final, al, fin de campaña, fin campaña, término, fecha de término, fecha de finalización, finalización, f fin, fecha hasta, termina, cierre, fecha de cierre',
    flight:
      'periodo, período, fechas, vigencia, periodo de campaña, fechas de campaña, duración, flight, calendario, periodo de difusión, desde hasta, vuelo',
    budget_type: 'tipo de presupuesto, tipo presupuesto, tipo de budget',
    currency: 'moneda, divisa, monedas, divisas, código de moneda, moneda local',
    country:
      'país, países, mercado, mercados, región, regiones, ubicación, ubicaciones, geo, geografía, territorio, zona, segmentación geográfica, localización, código de país, plaza',
    language: 'idioma, idiomas, lengua',
    age: 'edad, edades, rango de edad, rango de edades, grupo de edad, rango edad',
    gender: 'sexo, género, géneros',
    audience:
      'público, públicos, público objetivo, audiencia, audiencias, segmentación, segmento, segmentos, target, público destinatario, targeting',
    keywords: 'palabras clave, palabra clave, keywords, términos de búsqueda',
    bid: 'puja, puja máxima, cpc máximo, cpc máx, puja máx, oferta máxima, tope de puja',
    headline: 'titular, titulares, título, títulos, encabezado, encabezados, título del anuncio, headline',
    text: 'texto, textos, texto principal, texto del anuncio, copy, descripción, descripciones, cuerpo, mensaje, texto anuncio',
    landing_page:
      'url de destino, página de destino, url, enlace, enlaces, url final, url destino, página de aterrizaje, landing, landing page, sitio web, web, link, destino, página web, lp',
    creative: 'id de creatividad, id creatividad, id del anuncio, id publicación, publicación, id del post, post',
    media: 'imagen, imágenes, vídeo, video, vídeos, videos, id de imagen, id de vídeo, material, asset',
    button: 'botón, cta, call to action, llamada a la acción, llamado a la acción, botón cta',
    note: 'nota, notas, comentario, comentarios, observación, observaciones, estado, estatus, aprobado, aprobación, responsable, contacto, cliente, marca, producto, formato, formatos, ubicación del anuncio, emplazamiento, tipo de compra, modelo de compra, fase, ola, prioridad, semana, trimestre, días, número de días, id, id de campaña, id campaña, n, no, referencia, agencia, dispositivo, dispositivos',
  },
  it: {
    channel:
      'piattaforma, piattaforme, canale, canali, mezzo, mezzi, media, editore, concessionaria, network, rete, leva, piattaforma pubblicitaria, canale piattaforma, fonte, fornitore, supporto',
    account: 'account, account pubblicitario, id account, nome account, conto, inserzionista',
    campaign:
      'nome della campagna, nome campagna, campagna, campagne, titolo campagna, iniziativa, attività, azione, nome',
    container: 'gruppo di campagne, gruppo campagne',
    objective:
      'obiettivo, obiettivo campagna, obiettivo della campagna, obiettivo di campagna, obiettivi, scopo, finalità, obiettivo marketing, ottimizzazione, funnel, fase del funnel, fase funnel',
    type: 'tipo di campagna, tipo campagna, tipologia campagna, tipologia di campagna, tipologia, tipo',
    group:
      'gruppo di annunci, gruppo annunci, gruppo di inserzioni, gruppo inserzioni, ad set, adset, nome gruppo di annunci, gruppo, gruppo di asset',
    ad: "annuncio, annunci, inserzione, inserzioni, nome dell'annuncio, nome annuncio, nome inserzione, creatività, creativo, soggetto",
    start:
      'inizio, data di inizio, data inizio, dal, da, avvio, data di avvio, inizio campagna, partenza, data di partenza, lancio, data di lancio, data avvio, dal giorno, on air dal',
    end: 'fine, data di fine, data fine, al, a, fine campagna, termine, data di termine, fino al, scadenza, chiusura, data termine, conclusione, on air al',
    flight:
      'periodo, flight, date, durata, periodo campagna, periodo di campagna, date campagna, periodo di pianificazione, pianificazione, dal al, periodo on air',
    budget_type: 'tipo budget, tipo di budget, tipologia budget',
    currency: 'valuta, valute, divisa, codice valuta, moneta',
    country:
      'paese, paesi, nazione, nazioni, mercato, mercati, regione, regioni, area, area geografica, geo, geografia, località, territorio, targeting geografico, stato geografico, zona',
    language: 'lingua, lingue',
    age: 'età, fascia di età, fasce di età, fascia d età, fascia età',
    gender: 'sesso, genere',
    audience:
      'pubblico, pubblici, target, audience, targeting, segmento, segmenti, target audience, pubblico target, destinatari',
    keywords: 'parole chiave, parola chiave, keyword, keywords, chiavi di ricerca',
    bid: 'offerta, offerta massima, cpc massimo, cpc max, offerta max, limite di offerta, bid',
    headline: 'titolo, titoli, headline, titolo annuncio, titolo dell annuncio, intestazione',
    text: 'testo, testi, testo principale, testo annuncio, testo dell annuncio, descrizione, descrizioni, copy, corpo, messaggio',
    landing_page:
      'url di destinazione, pagina di destinazione, url, link, url finale, landing page, landing, sito, sito web, pagina di atterraggio, destinazione, url destinazione, lp',
    creative: 'id creatività, id creativo, id post, post, id inserzione, id annuncio',
    media: 'immagine, immagini, video, id immagine, id video, visual, asset',
    button: "pulsante, cta, call to action, invito all'azione, invito all azione, bottone",
    note: 'note, nota, commento, commenti, osservazioni, stato, approvato, approvazione, responsabile, referente, cliente, marca, prodotto, formato, formati, posizionamento, posizionamenti, modello di acquisto, fase, priorità, settimana, trimestre, giorni, numero di giorni, durata in giorni, id, id campagna, n, nr, riferimento, agenzia, dispositivo',
  },
  pt: {
    channel:
      'plataforma, plataformas, canal, canais, meio, meios, mídia, mídias, veículo, veículos, rede, editor, publisher, suporte, plataforma de anúncios, canal plataforma, fonte, fornecedor',
    account: 'conta, conta de anúncios, conta de anúncio, id da conta, nome da conta, anunciante, conta publicitária',
    campaign:
      'nome da campanha, nome campanha, campanha, campanhas, título da campanha, ação, ações, atividade, iniciativa, nome',
    container: 'grupo de campanhas, grupo de campanha',
    objective:
      'objetivo, objetivo da campanha, objetivo de campanha, objetivos, objectivo, objectivos, objetivo campanha, meta, finalidade, otimização, funil, etapa do funil, fase do funil',
    type: 'tipo de campanha, tipo da campanha, tipo campanha, tipo',
    group:
      'grupo de anúncios, conjunto de anúncios, grupo de anúncio, conjunto de anúncio, ad set, adset, nome do grupo de anúncios, nome do conjunto de anúncios, grupo, grupo de recursos',
    ad: 'anúncio, anúncios, nome do anúncio, peça, peças, criativo, criativos',
    start:
      'início, data de início, data início, data inicial, de, desde, começo, início da campanha, início campanha, lançamento, data de lançamento, a partir de, data de começo, estreia',
    end: 'fim, data de fim, data fim, data final, até, término, data de término, fim da campanha, final, encerramento, data de encerramento, fim campanha, data de fecho',
    flight:
      'período, periodo, datas, vigência, veiculação, período de veiculação, período da campanha, duração, flight, cronograma, datas da campanha',
    budget_type: 'tipo de orçamento, tipo de verba, tipo orçamento',
    currency: 'moeda, moedas, divisa, código da moeda',
    country:
      'país, países, mercado, mercados, região, regiões, localização, geo, geografia, território, praça, praças, local, segmentação geográfica, código do país',
    language: 'idioma, idiomas, língua, línguas',
    age: 'idade, idades, faixa etária, faixas etárias',
    gender: 'gênero, género, sexo',
    audience:
      'público, públicos, público alvo, audiência, audiências, segmentação, segmento, segmentos, target, targeting',
    keywords: 'palavras chave, palavra chave, keywords, termos de pesquisa, termos de busca',
    bid: 'lance, lance máximo, cpc máximo, cpc máx, limite de lance',
    headline: 'título, títulos, headline, manchete, título do anúncio, titular',
    text: 'texto, textos, texto principal, texto do anúncio, copy, legenda, descrição, descrições, corpo, mensagem',
    landing_page:
      'url de destino, página de destino, url, link, links, url final, landing page, landing, site, página, url destino, destino, lp, website',
    creative: 'id do criativo, id criativo, id da publicação, publicação, id do post, post',
    media: 'imagem, imagens, vídeo, vídeos, id da imagem, id do vídeo, material, asset',
    button: 'botão, cta, call to action, chamada para ação, chamada para a ação, botão cta',
    note: 'nota, notas, comentário, comentários, observação, observações, obs, estado, status, aprovado, aprovação, responsável, contato, contacto, cliente, marca, produto, formato, formatos, posicionamento, posicionamentos, tipo de compra, modelo de compra, fase, prioridade, semana, trimestre, dias, número de dias, id, id da campanha, n, nº, referência, agência, dispositivo',
  },
  nl: {
    channel:
      'platform, platformen, platforms, kanaal, kanalen, medium, media, mediakanaal, uitgever, netwerk, mediatype, exploitant, advertentieplatform, bron, leverancier',
    account: 'account, advertentieaccount, account id, accountnaam, adverteerder',
    campaign:
      'campagnenaam, naam van de campagne, naam campagne, campagne, campagnes, activiteit, actie, campagnetitel, naam',
    container: 'campagnegroep, campagne groep',
    objective:
      'doelstelling, campagnedoel, campagnedoelstelling, doel, doelen, doelstellingen, marketingdoel, optimalisatie, funnel, funnelfase, fase in de funnel',
    type: 'campagnetype, campagne type, type campagne, type, soort, soort campagne',
    group:
      'advertentiegroep, advertentie groep, advertentieset, ad set, adset, naam advertentiegroep, groep, assetgroep',
    ad: 'advertentie, advertenties, advertentienaam, naam advertentie, uiting, uitingen, creatie, creative',
    start:
      'start, startdatum, start datum, van, vanaf, begin, begindatum, campagnestart, lancering, livegang, live vanaf, ingangsdatum, start campagne, datum van',
    end: 'einde, einddatum, eind datum, tot, t m, tot en met, eind, campagne einde, einde campagne, live tot, datum tot, stopdatum',
    flight: 'looptijd, periode, flight, campagneperiode, data, planning, datums, inzetperiode, duur, van tot',
    budget_type: 'budgettype, type budget, soort budget, budgetsoort',
    currency: 'valuta, munt, munteenheid, valutacode',
    country:
      'land, landen, markt, markten, regio, regios, locatie, locaties, geo, gebied, doelland, landcode, geografie',
    language: 'taal, talen',
    age: 'leeftijd, leeftijden, leeftijdsgroep, leeftijdscategorie',
    gender: 'geslacht, gender',
    audience: 'doelgroep, doelgroepen, targeting, segment, segmenten, doelgroep id',
    keywords: 'zoekwoorden, zoekwoord, zoektermen, trefwoorden, keywords',
    bid: 'bod, max bod, maximaal bod, max cpc, biedlimiet, maximale cpc',
    headline: 'kop, koppen, kopregel, headline, titel, titels, advertentiekop',
    text: 'tekst, teksten, advertentietekst, primaire tekst, hoofdtekst, beschrijving, beschrijvingen, omschrijving, bericht, copy',
    landing_page:
      'bestemmings url, bestemmingspagina, landingspagina, landingpage, url, link, uiteindelijke url, website, doel url, bestemming, lp, doorklik url',
    creative: 'creative id, advertentie id, bericht id, post id, post',
    media: 'afbeelding, afbeeldingen, beeld, video, videos, afbeelding id, video id, asset',
    button: 'knop, cta, call to action, oproep tot actie, knoptekst',
    note: 'opmerking, opmerkingen, notitie, notities, toelichting, commentaar, status, goedgekeurd, akkoord, goedkeuring, verantwoordelijke, contactpersoon, klant, merk, product, formaat, formaten, plaatsing, plaatsingen, inkoopmodel, fase, prioriteit, week, kwartaal, dagen, aantal dagen, id, campagne id, nr, referentie, bureau, apparaat',
  },
  ja: {
    channel:
      '媒体, 媒体名, メディア, メディア名, プラットフォーム, チャネル, チャンネル, 掲載媒体, 出稿媒体, 配信媒体, 掲載先, 広告媒体, ネットワーク, 配信先',
    account: 'アカウント, アカウント名, アカウントid, 広告アカウント, 広告アカウントid',
    campaign: 'キャンペーン名, キャンペーン, キャンペーン名称, 施策名, 施策, 案件名, 企画名, 件名',
    container: 'キャンペーングループ, キャンペーングループ名',
    objective:
      '目的, キャンペーン目的, 広告目的, 配信目的, ゴール, 目標, 広告の目的, キャンペーンの目的, 最適化, ファネル, フェーズ目的',
    type: 'キャンペーンタイプ, タイプ, 種別, キャンペーン種別, 広告種別, メニュー, 広告メニュー, 配信メニュー',
    group:
      '広告グループ, 広告グループ名, 広告セット, 広告セット名, アドグループ, アセットグループ, グループ, グループ名',
    ad: '広告名, 広告, クリエイティブ名, クリエイティブ, 素材名',
    start: '開始日, 開始, 掲載開始日, 掲載開始, 配信開始日, 配信開始, 開始日時, スタート, 開始予定日, 自, 期間開始',
    end: '終了日, 終了, 掲載終了日, 掲載終了, 配信終了日, 配信終了, 終了日時, エンド, 終了予定日, 至, 期間終了',
    flight: '期間, 掲載期間, 配信期間, 実施期間, 出稿期間, キャンペーン期間, 日程, スケジュール, 配信日程',
    budget_type: '予算タイプ, 予算種別, 予算区分, 予算の種類',
    currency: '通貨, 通貨コード, 貨幣',
    country: '国, 対象国, 配信国, 地域, 配信地域, エリア, 配信エリア, 市場, 対象地域, ターゲット国, 国コード',
    language: '言語, 配信言語, 対象言語',
    age: '年齢, 年代, 年齢層, 対象年齢',
    gender: '性別',
    audience: 'ターゲット, ターゲティング, オーディエンス, ターゲット層, 対象者, セグメント, 配信対象',
    keywords: 'キーワード, 検索キーワード, 検索語句, kw',
    bid: '入札単価, 入札, 上限cpc, 入札額, 上限入札単価, 上限クリック単価',
    headline: '見出し, タイトル, 広告見出し, ヘッドライン, 短い見出し',
    text: '説明文, 説明, 本文, テキスト, 広告文, メインテキスト, コピー, 紹介文, 長い見出し',
    landing_page:
      '遷移先url, リンク先url, リンク先, 遷移先, lp, lpurl, ランディングページ, url, 飛び先, 最終ページurl, 着地ページ, 誘導先, 誘導先url',
    creative: 'クリエイティブid, 投稿id, 広告id, 投稿',
    media: '画像, 動画, 画像id, 動画id, 素材, 素材id, バナー, アセット',
    button: 'ボタン, cta, cta ボタン, 行動喚起, コールトゥアクション, ctaボタン',
    note: '備考, メモ, 注記, コメント, 注意事項, ステータス, 状態, 承認, 担当, 担当者, クライアント, クライアント名, ブランド, 商品, 商品名, フォーマット, 広告フォーマット, 配信面, 掲載面, 課金方式, 課金形態, フェーズ, 優先度, 日数, 週, no, id, キャンペーンid, 代理店, デバイス, 番号, 項番',
  },
};
