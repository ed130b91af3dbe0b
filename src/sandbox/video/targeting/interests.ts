/** A small part of the platform's interests: id | parent | English | Japanese | German | special industries. */
export interface Interest {
  id: string;
  parent: string | undefined;
  level: number;
  names: Readonly<Record<string, string>>;
  industries: readonly string[];
}

const TABLE = `
11 | | Apparel & Accessories | ファッション・アクセサリー | Mode & Accessoires |
11100 | 11 | Women's Apparel | レディースファッション | Damenmode |
11200 | 11 | Men's Apparel | メンズファッション | Herrenmode |
11300 | 11 | Shoes | 靴 | Schuhe |
11310 | 11300 | Sports Shoes | スポーツシューズ | Sportschuhe |
12 | | Sports & Outdoor | スポーツ・アウトドア | Sport & Outdoor | HOUSING EMPLOYMENT CREDIT
12100 | 12 | Running | ランニング | Laufen | HOUSING EMPLOYMENT CREDIT
12200 | 12 | Hiking & Camping | ハイキング・キャンプ | Wandern & Camping |
12300 | 12 | Ball Sports | 球技 | Ballsport |
13 | | Food & Beverage | 食品・飲料 | Essen & Trinken | HOUSING EMPLOYMENT CREDIT
13100 | 13 | Coffee & Tea | コーヒー・お茶 | Kaffee & Tee |
14 | | Travel | 旅行 | Reisen | EMPLOYMENT
14100 | 14 | Hotels | ホテル | Hotels |
15 | | Games | ゲーム | Spiele |
15100 | 15 | Sports Games | スポーツゲーム | Sportspiele |
16 | | Beauty & Personal Care | 美容 | Schönheit & Pflege |
16100 | 16 | Skin Care | スキンケア | Hautpflege |
`;

const ROWS = TABLE.trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()));

export const INTERESTS: readonly Interest[] = ROWS.map(
  ([id = '', parent, en = '', ja = '', de = '', industries = '']) => ({
    id,
    parent: parent || undefined,
    level: levelOf(id),
    names: { en, ja, de },
    industries: industries.split(' ').filter(Boolean),
  }),
);

function levelOf(id: string): number {
  const parent = ROWS.find(([own]) => own === id)?.[1];
  return parent ? 1 + levelOf(parent) : 1;
}

/** Words people are interested in, beyond the categories. */
export const KEYWORDS: readonly { id: string; word: string; isOffline?: true }[] = [
  'running shoes',
  'trail running',
  'marathon',
  'running watch',
  'hiking boots',
  'camping tent',
  'yoga mat',
  'espresso machine',
  'green tea',
  'video games',
  'skin care routine',
  'running gear',
].map((word, place) => ({
  id: `43600000000000000${String(place + 10)}`,
  word,
  ...(place === 11 && { isOffline: true as const }),
}));

export const HASHTAGS: readonly { id: string; word: string }[] = [
  'running',
  'runningshoes',
  'runtok',
  'hiking',
  'hikingadventures',
  'gametime',
  'coffee',
  'skincare',
  'outfitoftheday',
].map((word, place) => ({ id: `61700000000000000${String(place + 10)}`, word: `#${word}` }));

export const LANGUAGES = { en: 'English', de: 'German', ja: 'Japanese', fr: 'French', es: 'Spanish', pt: 'Portuguese' };

/** Categories of videos watched and creators followed. */
export const ACTION_CATEGORIES: readonly {
  id: string;
  name: string;
  scene: 'VIDEO_RELATED' | 'CREATOR_RELATED';
  industries: readonly string[];
}[] = [
  { id: '101001', name: 'Sports', scene: 'VIDEO_RELATED', industries: ['HOUSING', 'EMPLOYMENT', 'CREDIT'] },
  { id: '101002', name: 'Fashion', scene: 'VIDEO_RELATED', industries: [] },
  { id: '101003', name: 'Food', scene: 'VIDEO_RELATED', industries: [] },
  { id: '102001', name: 'Athletes', scene: 'CREATOR_RELATED', industries: [] },
  { id: '102002', name: 'Stylists', scene: 'CREATOR_RELATED', industries: [] },
];
