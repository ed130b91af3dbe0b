/** What differs between the company's accounts: words, places and the size of money. */
export interface Market {
  brand: string;
  site: string;
  /** Ids of the location and the language that campaigns target. */
  location: number;
  language: number;
  /** One unit of a budget table below, in the account's currency. */
  money: number;
  topics: readonly Topic[];
  negatives: readonly string[];
  headlines: readonly string[];
  descriptions: readonly string[];
  longHeadline: string;
}

export interface Topic {
  name: string;
  keywords: readonly string[];
}

const ENGLISH_TOPICS: readonly Topic[] = [
  {
    name: 'Running shoes',
    keywords: ['running shoes', 'best running shoes', 'running shoes sale', 'cushioned running shoes'],
  },
  { name: 'Trail shoes', keywords: ['trail running shoes', 'waterproof trail shoes', 'hiking shoes'] },
  { name: 'Sportswear', keywords: ['running jacket', 'running tights', 'sports shirt'] },
  { name: 'Accessories', keywords: ['running belt', 'gps watch', 'running socks'] },
];

export const MARKETS: Readonly<Record<string, Market>> = {
  USD: {
    brand: 'Acme',
    site: 'https://www.acme.example',
    location: 2840,
    language: 1000,
    money: 1,
    topics: ENGLISH_TOPICS,
    negatives: ['free', 'jobs', 'repair', 'second hand'],
    headlines: [
      'Acme Running Shoes',
      'Free Shipping & Returns',
      'Made For Your Next Mile',
      'Up To 30% Off This Week',
      'Try Them For 60 Days',
      'Official Acme Store',
      'New Season, New Pace',
    ],
    descriptions: [
      'Light, tested and made to last. Order today, run tomorrow.',
      'Find the pair that fits your stride. 60 days to try, free returns.',
      'Over 40,000 runners trust Acme.',
    ],
    longHeadline: 'Running shoes that were tested over 10,000 miles',
  },
  EUR: {
    brand: 'Acme Europe',
    site: 'https://www.acme.example/de',
    location: 2276,
    language: 1001,
    money: 0.9,
    topics: [
      { name: 'Laufschuhe', keywords: ['laufschuhe', 'laufschuhe herren', 'laufschuhe damen', 'beste laufschuhe'] },
      { name: 'Trailschuhe', keywords: ['trailrunning schuhe', 'wasserdichte laufschuhe', 'wanderschuhe'] },
      { name: 'Sportkleidung', keywords: ['laufjacke', 'laufhose', 'funktionsshirt'] },
      { name: 'Zubehör', keywords: ['laufgürtel', 'gps uhr', 'laufsocken'] },
    ],
    negatives: ['gratis', 'jobs', 'reparatur', 'gebraucht'],
    headlines: [
      'Acme Laufschuhe',
      'Gratis Versand & Retoure',
      'Für Deinen Nächsten Lauf',
      'Bis Zu 30 % Rabatt',
      '60 Tage Testen',
      'Offizieller Acme Shop',
      'Neue Saison, Neues Tempo',
    ],
    descriptions: [
      'Leicht, getestet, langlebig. Heute bestellt, morgen gelaufen.',
      'Finde das Paar, das zu dir passt. 60 Tage testen, gratis Rückgabe.',
      'Über 40.000 Läufer vertrauen Acme.',
    ],
    longHeadline: 'Laufschuhe, die auf 10.000 Kilometern getestet wurden',
  },
  JPY: {
    brand: 'Acme Japan',
    site: 'https://www.acme.example/jp',
    location: 2392,
    language: 1005,
    money: 140,
    topics: [
      {
        name: 'ランニングシューズ',
        keywords: ['ランニングシューズ', 'ランニングシューズ メンズ', 'ランニングシューズ セール'],
      },
      { name: 'トレイルシューズ', keywords: ['トレイルランニング シューズ', '防水 シューズ', '登山靴'] },
      { name: 'ウェア', keywords: ['ランニング ジャケット', 'ランニング タイツ', 'スポーツ シャツ'] },
      { name: 'アクセサリー', keywords: ['ランニング ベルト', 'gps 時計', 'ランニング ソックス'] },
    ],
    negatives: ['無料', '求人', '修理', '中古'],
    headlines: [
      'アクメ公式ストア',
      '送料・返品無料',
      '次の一歩のために',
      '今週は30%オフ',
      '60日間お試し',
      '新シーズン登場',
      '軽くて丈夫な一足',
    ],
    descriptions: [
      '軽くて丈夫。今日注文して明日走ろう。',
      'あなたに合う一足を。60日間お試しいただけます。',
      '四万人のランナーが選んでいます。',
    ],
    longHeadline: '一万キロのテストを重ねたランニングシューズ',
  },
};
