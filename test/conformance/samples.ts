/** One red pixel. */
export const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

/** A WAV file of no length. */
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';

export const text = (words: string) => ({ type: 'text', text: words });
export const image = { type: 'image', data: PNG, mimeType: 'image/png' };
export const audio = { type: 'audio', data: WAV, mimeType: 'audio/wav' };
export const resource = (uri: string, mimeType: string, words: string) => ({
  type: 'resource',
  resource: { uri, mimeType, text: words },
});
