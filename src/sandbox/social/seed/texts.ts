import type { AccountPlan } from './companies.ts';

/** Ad texts of three lengths, so that length can be compared with success. */
interface Texts {
  products: string[];
  short: string[];
  medium: string[];
  long: string[];
}

const EN: Texts = {
  products: [
    'Ridge Jacket',
    'Trail Runner',
    'Summit Pack',
    'Canyon Boot',
    'Drift Tent',
    'River Bottle',
    'Peak Shell',
    'Mesa Shorts',
  ],
  short: ['{p}. Built for weather.', 'Meet the {p}.', 'The {p} is back in stock.', 'Free returns on every {p}.'],
  medium: [
    'The {p} keeps out rain and lets you breathe on the climb. Tested for two seasons in the Cascades, now in six colors.',
    'Ten thousand miles of testing went into the {p}. Try it for 60 days and send it back if it does not fit your trail.',
    'Light enough for the morning run, tough enough for the weekend: the {p} goes where you go. Ships in two days.',
  ],
  long: [
    'We started with one question: what would we carry if we could carry only one thing? The {p} is our answer after four years of trips, notes and repairs. Every seam is taped, every zip can be replaced at home, and every part is made by people whose names we know. It is not the cheapest thing we make, and it is not meant to be: it is meant to be the last one you buy. Read how it is made, see what it looks like after a thousand days outside, and decide for yourself. If you do not love it, we take it back, whenever that is. See you out there.',
  ],
};

const DE: Texts = {
  products: ['Gratjacke', 'Waldläufer', 'Gipfelrucksack', 'Schluchtstiefel', 'Windzelt', 'Flussflasche'],
  short: ['{p}: für jedes Wetter.', 'Neu: {p}.', '{p} ist wieder da.'],
  medium: [
    'Hält den Regen draußen und lässt dich am Anstieg atmen: {p}, zwei Winter lang in den Alpen erprobt.',
    '{p}: leicht genug für die Feierabendrunde, stark genug fürs Wochenende. In zwei Tagen bei dir.',
  ],
  long: [
    'Was würden wir mitnehmen, wenn wir nur eines mitnehmen dürften? Nach vier Jahren unterwegs heißt unsere Antwort {p}. Jede Naht ist verklebt, jeder Reißverschluss lässt sich zu Hause tauschen, und jedes Teil machen Menschen, deren Namen wir kennen. Es ist nicht das Billigste, was wir herstellen, und das soll es auch nicht sein: Es soll das letzte sein, das du kaufst. Lies, wie es entsteht, sieh dir an, wie es nach tausend Tagen draußen aussieht, und entscheide selbst. Gefällt es dir nicht, nehmen wir es zurück.',
  ],
};

const JA: Texts = {
  products: ['リッジジャケット', 'トレイルランナー', 'サミットパック', 'キャニオンブーツ', 'ドリフトテント'],
  short: ['どんな天気でも、{p}。', '{p}、新登場。', '{p}が再入荷しました。'],
  medium: [
    '雨を防ぎ、登りでも蒸れない{p}。北アルプスで二年間テストしました。全六色。',
    '朝のランニングにも週末の山にも。{p}なら、どこへでも。最短二日でお届けします。',
  ],
  long: [
    '一つしか持って行けないとしたら、何を選びますか。四年にわたる旅と記録と修理を経て、私たちが出した答えが{p}です。すべての縫い目を目止めし、ファスナーは自宅で交換できます。作り手の名前もすべて公開しています。いちばん安い製品ではありません。最後の一着になることを目指しました。どのように作られているか、千日の屋外使用でどう変わるかをご覧のうえ、お選びください。気に入らなければ、いつでもお引き取りします。'.repeat(
      2,
    ),
  ],
};

const BY_LANGUAGE = { en: EN, de: DE, ja: JA };

export function textsOf({ language }: AccountPlan): Texts {
  return BY_LANGUAGE[language];
}
