import type { Examples } from './example.ts';
import { examples as professional } from './professional.ts';
import { examples as search } from './search.ts';
import { examples as social } from './social.ts';
import { examples as tags } from './tags.ts';
import { examples as video } from './video.ts';

/** Examples of every write tool, by channel. */
export const EXAMPLES: Readonly<Record<string, Examples>> = { social, search, professional, video, tags };
