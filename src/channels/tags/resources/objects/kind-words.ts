import type { Names } from './names.ts';

const WORDS: Readonly<Record<'tag' | 'variable', Readonly<Record<string, string>>>> = {
  tag: {
    googtag: 'Google tag',
    gaawe: 'GA4 event',
    awct: 'Google Ads conversion',
    sp: 'Google Ads remarketing',
    gclidw: 'conversion linker',
    html: 'custom HTML',
    img: 'image pixel',
    flc: 'Floodlight counter',
    fls: 'Floodlight sales',
  },
  variable: {
    c: 'constant',
    v: 'data layer variable',
    jsm: 'custom JavaScript',
    j: 'JavaScript variable',
    k: 'cookie',
    u: 'page address',
    f: 'referrer',
    d: 'page element',
    aev: 'auto-event variable',
    smm: 'lookup table',
    remm: 'table of regular expressions',
    gtes: 'event settings',
    awec: 'user-provided data',
  },
};

/** What a type stands for; undefined where only the platform knows. */
export function kindWords(kind: 'tag' | 'variable', type: string, names: Names): string | undefined {
  const template = names.templateOf(type);
  return template ? `template ${template.name}` : WORDS[kind][type];
}
