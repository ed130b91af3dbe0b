/** A PNG of one pixel. */
export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** The first bytes of an MP4, enough to be taken for one. */
export const FILM = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom').toString('base64');
