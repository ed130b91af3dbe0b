import { folded, holdsPhrase, meaningsIn, phrases } from './folded-text.ts';

interface ChannelWord {
  channel: string;
  /** A platform's own name: it beats a word for a kind of media. */
  isPlatform: boolean;
  type?: string | undefined;
}

const word = (channel: string, isPlatform: boolean, type?: string): ChannelWord => ({ channel, isPlatform, type });

const CHANNELS: readonly (readonly [ChannelWord, string])[] = [
  [
    word('social', true),
    'meta, meta ads, facebook, facebook ads, fb, fb ads, instagram, instagram ads, insta, ig, fb ig, facebook instagram, instagram facebook, meta facebook instagram, facebook and instagram, messenger, threads, ads manager, フェイスブック, インスタグラム, インスタ, メタ',
  ],
  [
    word('social', false),
    'social, paid social, social media, social ads, social media ads, soziale medien, sozialen netzwerke, soziale netzwerke, réseaux sociaux, social payant, redes sociales, redes sociais, social a pagamento, sociale media, ソーシャル, sns, sns広告, ソーシャルメディア',
  ],
  [
    word('search', true),
    'google, google ads, adwords, google adwords, google search, google sea, gads, google suche, google shopping, shopping, google search ads, グーグル, google広告, グーグル広告, google検索, google検索広告',
  ],
  [
    word('search', true, 'Performance Max'),
    'performance max, pmax, p max, google pmax, google performance max, perf max, pmx',
  ],
  [
    word('search', false),
    'search, sea, sem, ppc, paid search, search ads, search engine advertising, suche, suchmaschine, suchmaschinenwerbung, suchmaschinenmarketing, search ad, search campaign, référencement payant, recherche, réseau de recherche, búsqueda, búsquedas, buscadores, ricerca, motori di ricerca, busca, pesquisa, rede de pesquisa, links patrocinados, zoeken, zoekmachine, zoekadvertenties, リスティング, リスティング広告, 検索, 検索広告, 検索連動型広告',
  ],
  [word('video', true), 'tiktok, tik tok, tiktok ads, ティックトック'],
  [word('video', false), 'video, short video, vidéo, vídeo'],
  [
    word('professional', true),
    'linkedin, linked in, linkedin ads, li ads, li, linkedin sponsored content, リンクトイン',
  ],
  [
    word('professional', false),
    'professional, b2b social, business social, professional network, berufliches netzwerk',
  ],
];

/** Media that no channel here makes campaigns on. */
const ELSEWHERE = phrases(
  'youtube, you tube, yt, display, display & video 360, dv360, dv 360, google display, gdn, demand gen, discovery, programmatic, native, banner, adform, the trade desk, ttd, criteo, taboola, outbrain, teads, amazon, amazon ads, microsoft, microsoft ads, bing, bing ads, pinterest, snapchat, snap, twitter, x, x ads, twitter x, reddit, quora, spotify, audio, podcast, xing, tv, ctv, connected tv, fernsehen, télévision, télé, televisión, televisione, televisão, televisie, テレビ, radio, ラジオ, hörfunk, print, presse, press, zeitung, zeitschrift, anzeige print, prensa, stampa, imprensa, ooh, dooh, out of home, plakat, außenwerbung, affichage, exterior, affissioni, buitenreclame, 交通広告, 屋外広告, cinema, kino, cinéma, cine, influencer, creator, newsletter, e mail, email, emailing, crm, seo, affiliate, direct mail, sponsoring, pr, event, line, line広告, yahoo, yahoo広告, yahoo japan, ディスプレイ, ディスプレイ広告, ユーチューブ, direct buy, online video, olv, ctv olv, streaming, spark',
);

const BY_PHRASE: ReadonlyMap<string, ChannelWord> = new Map(
  CHANNELS.flatMap(([meant, list]) => phrases(list).map((phrase) => [phrase, meant] as const)),
);
const LONGEST_FIRST = [...BY_PHRASE].filter(([phrase]) => phrase.length > 1).sort(([a], [b]) => b.length - a.length);

export type ChannelText =
  | { kind: 'channel'; word: ChannelWord }
  /** More than one of ours. */
  | { kind: 'several'; channels: readonly string[] }
  /** A known medium that is not ours. */
  | { kind: 'elsewhere' }
  | { kind: 'unknown' };

export function channelOf(text: string): ChannelText {
  const plain = folded(text);
  const exact = BY_PHRASE.get(plain);
  if (exact) return { kind: 'channel', word: exact };
  if (ELSEWHERE.includes(plain)) return { kind: 'elsewhere' };
  const found = meaningsIn(plain, LONGEST_FIRST);
  const platforms = found.filter(({ isPlatform }) => isPlatform);
  const decisive = platforms.length > 0 ? platforms : found;
  const channels = [...new Set(decisive.map(({ channel }) => channel))];
  if (channels.length > 1) return { kind: 'several', channels };
  const isElsewhere = ELSEWHERE.some((phrase) => phrase.length > 1 && holdsPhrase(plain, phrase));
  if (isElsewhere && (platforms.length === 0 || /youtube|display|dv360|gdn|demand gen|discovery/.test(plain)))
    return { kind: 'elsewhere' };
  const [first] = decisive;
  return first ? { kind: 'channel', word: decisive.find(({ type }) => type) ?? first } : { kind: 'unknown' };
}

/** Whether a text is a channel and nothing more, as sections are: `SOCIAL`, `Paid Search`, `TikTok Ads`. */
export function sectionChannel(text: string): ChannelWord | undefined {
  const plain = folded(text);
  const exact =
    BY_PHRASE.get(plain) ??
    BY_PHRASE.get(plain.replace(/^\d+ |^[a-z] | (?:campaigns?|kampagnen|campagnes?|ads|総|広告)$/g, ''));
  if (exact) return exact;
  const read = channelOf(text);
  return read.kind === 'channel' && plain.length <= 30 && plain.split(' ').length <= 4 ? read.word : undefined;
}

/** Whether a text is the name of a medium that is not ours: its section's rows stay out. */
export function isElsewhere(text: string): boolean {
  return ELSEWHERE.includes(folded(text));
}
