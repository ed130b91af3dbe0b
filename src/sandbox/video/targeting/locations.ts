/** A small part of the platform's places. Ids are those of GeoNames. */
export interface Place {
  location_id: string;
  names: Readonly<Record<string, string>>;
  /** `0` at the top. */
  parent_id: string;
  region_code: string;
  level: 'COUNTRY' | 'PROVINCE' | 'CITY' | 'DISTRICT';
  /** A television market, which cuts across the other regions. */
  isMarket: boolean;
}

/** id | parent | country | level | English | Japanese | German, where they differ. */
const TABLE = `
6252001 | 0 | US | COUNTRY | United States | アメリカ合衆国 | Vereinigte Staaten
5332921 | 6252001 | US | PROVINCE | California | カリフォルニア州 | Kalifornien
5128638 | 6252001 | US | PROVINCE | New York | ニューヨーク州
5815135 | 6252001 | US | PROVINCE | Washington | ワシントン州
5391959 | 5332921 | US | CITY | San Francisco | サンフランシスコ
5368361 | 5332921 | US | CITY | Los Angeles | ロサンゼルス
5128581 | 5128638 | US | CITY | New York City | ニューヨーク市 | New York (Stadt)
5809844 | 5815135 | US | CITY | Seattle | シアトル
807 | 6252001 | US | DMA | San Francisco-Oakland-San Jose
506 | 6252001 | US | DMA | Boston-Manchester
6251999 | 0 | CA | COUNTRY | Canada | カナダ | Kanada
6093943 | 6251999 | CA | PROVINCE | Ontario | オンタリオ州
6167865 | 6093943 | CA | CITY | Toronto | トロント
2635167 | 0 | GB | COUNTRY | United Kingdom | イギリス | Vereinigtes Königreich
6269131 | 2635167 | GB | PROVINCE | England | イングランド
2643743 | 6269131 | GB | CITY | London | ロンドン
2921044 | 0 | DE | COUNTRY | Germany | ドイツ | Deutschland
2950157 | 2921044 | DE | PROVINCE | Berlin | ベルリン州
2951839 | 2921044 | DE | PROVINCE | Bavaria | バイエルン州 | Bayern
2867714 | 2951839 | DE | CITY | Munich | ミュンヘン | München
3017382 | 0 | FR | COUNTRY | France | フランス | Frankreich
3012874 | 3017382 | FR | PROVINCE | Île-de-France | イル＝ド＝フランス
2988507 | 3012874 | FR | CITY | Paris | パリ
2077456 | 0 | AU | COUNTRY | Australia | オーストラリア | Australien
2155400 | 2077456 | AU | PROVINCE | New South Wales | ニューサウスウェールズ州
2147714 | 2155400 | AU | CITY | Sydney | シドニー
1861060 | 0 | JP | COUNTRY | Japan | 日本
1850144 | 1861060 | JP | PROVINCE | Tokyo | 東京都 | Tokio
1853904 | 1861060 | JP | PROVINCE | Osaka | 大阪府
1852140 | 1850144 | JP | CITY | Shinjuku | 新宿区
3469034 | 0 | BR | COUNTRY | Brazil | ブラジル | Brasilien
3448433 | 3469034 | BR | PROVINCE | São Paulo | サンパウロ州
3996063 | 0 | MX | COUNTRY | Mexico | メキシコ | Mexiko
1643084 | 0 | ID | COUNTRY | Indonesia | インドネシア | Indonesien
1562822 | 0 | VN | COUNTRY | Vietnam | ベトナム
`;

export const PLACES: readonly Place[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [location_id, parent_id, region_code, level, en, ja, de] = line.split(' | ') as [
      string,
      string,
      string,
      string,
      string,
      string?,
      string?,
    ];
    return {
      location_id,
      parent_id,
      region_code,
      level: level === 'DMA' ? 'PROVINCE' : (level as Place['level']),
      isMarket: level === 'DMA',
      names: { en, ja: ja ?? en, de: de ?? en },
    };
  });

const BY_ID = new Map(PLACES.map((place) => [place.location_id, place]));

export function placeOf(id: string): Place | undefined {
  return BY_ID.get(id);
}

/** The places a place lies in, from the nearest. */
export function parentsOf(id: string): Place[] {
  const parent = BY_ID.get(BY_ID.get(id)?.parent_id ?? '');
  return parent ? [parent, ...parentsOf(parent.location_id)] : [];
}

/** Countries where people under 18 may not be targeted. */
export const ADULTS_ONLY = ['US', 'CA', 'GB', 'DE', 'FR', 'BR', 'MX'];

/** A few postal codes, by their ids. */
export const ZIP_CODES: Readonly<Record<string, { code: string; country: string }>> = {
  '2000010001': { code: '10001', country: 'US' },
  '2000094103': { code: '94103', country: 'US' },
  '2000098101': { code: '98101', country: 'US' },
  '2100000001': { code: 'M5V', country: 'CA' },
};
