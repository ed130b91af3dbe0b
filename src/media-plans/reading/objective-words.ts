import type { PlanObjective } from '../../tools/media-planning.ts';
import { folded, meaningsIn, phrases } from './folded-text.ts';

/** The words for what a campaign is for, in eight languages, the surer ones first. */
const WORDS: readonly (readonly [PlanObjective, string])[] = [
  [
    'app_installs',
    'app installs, app install, app, apps, app promotion, app downloads, app download, downloads, installs, install, app installationen, installationen, app werbung, installations, téléchargements, promotion de l application, instalaciones, descargas, promoción de la app, promoción de aplicaciones, installazioni, download app, instalações, downloads do app, promoção de app, app installaties, installaties, アプリ, アプリインストール, インストール, アプリ訴求, ダウンロード, mobile app',
  ],
  [
    'video_views',
    'video views, video view, views, view, thruplay, thruplays, videoaufrufe, video aufrufe, aufrufe, videoansichten, vues, vues de vidéos, vues vidéo, visualizaciones, visualizaciones de vídeo, reproducciones, visualizzazioni, visualizzazioni video, visualizações, visualizações de vídeo, videoweergaven, weergaven, 動画再生, 動画視聴, 再生数, 視聴, 動画の再生, 再生, vtr',
  ],
  [
    'engagement',
    'engagement, engagements, interaction, interactions, interaktion, interaktionen, community, likes, follower, followers, page likes, abonnés, interacción, interacciones, interacción con la publicación, interazione, interazioni, coinvolgimento, engajamento, envolvimento, interação, interações, betrokkenheid, interactie, interacties, エンゲージメント, エンゲージ, 交流, いいね, フォロワー獲得, messages, messaging, nachrichten',
  ],
  [
    'leads',
    'leads, lead, lead generation, lead gen, leadgen, leadgenerierung, lead generierung, leadgewinnung, kontakte, anfragen, registrierungen, anmeldungen, registrations, registration, sign ups, signups, génération de leads, génération de prospects, prospects, contacts, inscriptions, clientes potenciales, generación de leads, generación de clientes potenciales, captación, registros, contatti, generazione di contatti, generazione lead, acquisizione contatti, iscrizioni, geração de leads, cadastros, contatos, leadgeneratie, aanmeldingen, aanvragen, リード獲得, リード, 資料請求, 見込み客, 見込み顧客の獲得, 会員登録, 問い合わせ, recruiting, bewerbungen, applications',
  ],
  [
    'sales',
    'sales, sale, conversion, conversions, purchase, purchases, performance, orders, revenue, roas, shop, e commerce, ecommerce, online sales, website conversions, catalog sales, catalogue sales, web conversions, lower funnel, bofu, acquisition, verkauf, verkäufe, abverkauf, absatz, käufe, kauf, umsatz, bestellungen, konversion, konversionen, conversionen, onlineverkäufe, ventes, vente, achats, achat, conversions web, commandes, chiffre d affaires, ventas, venta, compras, compra, conversiones, conversión, ingresos, vendite, vendita, acquisti, acquisto, conversioni, conversione, ordini, vendas, venda, conversões, conversão, receita, verkoop, verkopen, aankopen, conversies, conversie, omzet, bestellingen, 売上, 販売, 購入, コンバージョン, 獲得, cv, 売上拡大, 購買, ec, 販売促進',
  ],
  [
    'traffic',
    'traffic, clicks, click, link clicks, website traffic, website visits, site visits, visits, visitors, landing page views, consideration, mid funnel, mofu, klicks, klick, besuche, websitebesuche, website besuche, seitenaufrufe, besucher, webtraffic, trafic, clics, clic, visites, considération, tráfico, visitas, consideración, traffico, clic sul link, visite, considerazione, tráfego, cliques, visitas ao site, consideração, verkeer, kliks, websitebezoeken, bezoekers, overweging, トラフィック, クリック, サイト誘導, 誘導, 流入, サイト流入, 集客, 送客, 比較検討, 検討',
  ],
  [
    'awareness',
    'awareness, brand awareness, reach, impressions, branding, brand, brand lift, brand building, upper funnel, tofu, visibility, reichweite, bekanntheit, markenbekanntheit, aufmerksamkeit, image, sichtbarkeit, notoriété, portée, couverture, visibilité, image de marque, alcance, reconocimiento, reconocimiento de marca, notoriedad, notoriedad de marca, visibilidad, conocimiento de marca, copertura, notorietà, notorietà del brand, brand awareness e copertura, visibilità, riconoscibilità, reconhecimento, reconhecimento de marca, notoriedade, visibilidade, bereik, naamsbekendheid, merkbekendheid, bekendheid, zichtbaarheid, 認知, 認知拡大, ブランド認知, リーチ, 認知度向上, ブランディング, 認知向上',
  ],
];

const BY_PHRASE: ReadonlyMap<string, PlanObjective> = new Map(
  WORDS.flatMap(([objective, list]) => phrases(list).map((phrase) => [phrase, objective] as const)),
);
const LONGEST_FIRST = [...BY_PHRASE].sort(([a], [b]) => b.length - a.length);

/** What a cell wants, undefined where no word of it is known, several where its words differ. */
export function objectiveOf(text: string): PlanObjective | readonly PlanObjective[] | undefined {
  const plain = folded(text);
  const exact = BY_PHRASE.get(plain);
  if (exact) return exact;
  const found = [...new Set(meaningsIn(plain, LONGEST_FIRST))];
  return found.length > 1 ? found : found[0];
}
