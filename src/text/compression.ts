import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

/** Shorter replies fit in one or two packets, where compressing gains nothing. */
const BYTES_MIN = 1_400;
/** Enough for the gain, at a fraction of the time that the highest quality takes. */
const BROTLI_QUALITY = 4;

/** Texts. Pictures and fonts are compressed already, and an event stream has to pass piece by piece. */
const COMPRESSIBLE = /^(?:text\/(?!event-stream)|application\/(?:json|javascript|yaml|xml)|image\/svg)/;

/** The encoding to send a reply in; undefined: as it is. */
export function encodingFor(
  accepted: string | undefined,
  type: string | undefined,
  bytes: number,
): Encoding | undefined {
  if (bytes < BYTES_MIN || type === undefined || !COMPRESSIBLE.test(type)) return undefined;
  const weights = weightsIn(accepted);
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  const [br, gz] = [weightOf('br'), weightOf('gzip')];
  if (br <= 0 && gz <= 0) return undefined;
  return br >= gz ? 'br' : 'gzip';
}

function weightsIn(accepted = ''): Map<string, number> {
  return new Map(
    accepted.split(',', 20).map((one) => {
      const [name = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
      const weight = Number(parameters.find((part) => part.startsWith('q='))?.slice(2) ?? 1);
      return [name, Number.isFinite(weight) ? weight : 0];
    }),
  );
}

/** Runs on a thread of the pool: the event loop goes on. */
export function compress(body: string | Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(body);
  return promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
}
