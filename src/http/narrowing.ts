import type { IncomingHttpHeaders } from 'node:http';
import { HttpError } from '../errors.ts';
import type { Endpoint } from '../pipeline/endpoint.ts';
import type { Narrowing } from '../pipeline/tool-selection.ts';
import { nearest } from '../tools/did-you-mean.ts';
import type { Exchange } from './exchange.ts';

const EVERYTHING: Narrowing = { readOnly: false, toolsets: [], channels: [] };

const YES = new Set(['', 'true', 't', 'yes', 'y', 'on', '1']);
const NO = new Set(['false', 'f', 'no', 'n', 'off', '0']);

type Parameter = 'read_only' | 'toolsets' | 'channels';

/** Query parameters of a tool address, by name in lower case without signs: `readOnly` is `read_only`. */
const PARAMETERS = new Map<string, Parameter>([
  ['readonly', 'read_only'],
  ['toolsets', 'toolsets'],
]);
const PARAMETERS_OF_ALL_CHANNELS = new Map<string, Parameter>([...PARAMETERS, ['channels', 'channels']]);
const READ_ONLY_HEADERS = ['x-mcp-readonly', 'x-mcp-read-only', 'x-mcp-read_only'];

/**
 * Which tools a caller leaves out, by query parameters or by headers that agents' configurations can set. One wish to read
 * only is enough, also beside others that say no; a parameter that cannot be understood is refused, not ignored.
 */
export function narrowingOf(exchange: Exchange, { toolsets, channels }: Narrowed): Narrowing {
  const { headers, request } = exchange;
  if (!request.url?.includes('?') && !hasNarrowingHeader(headers)) return EVERYTHING;
  const wishes: Record<Parameter, string[]> = { read_only: [], toolsets: [], channels: [] };
  const parameters = channels ? PARAMETERS_OF_ALL_CHANNELS : PARAMETERS;
  for (const [given, values] of Object.entries(exchange.query))
    wishes[parameterNamed(given, parameters)].push(...listOf(values));
  for (const name of READ_ONLY_HEADERS) wishes.read_only.push(...listOf(headers[name]));
  wishes.toolsets.push(...listOf(headers['x-mcp-toolsets']));
  if (channels) wishes.channels.push(...listOf(headers['x-mcp-channels']));
  return {
    readOnly: wishes.read_only.map(asFlag).includes(true),
    toolsets: namesIn('toolsets', wishes.toolsets, toolsets),
    channels: namesIn('channels', wishes.channels, channels ?? []),
  };
}

type Narrowed = Pick<Endpoint, 'toolsets' | 'channels'>;

/** On the path of every call, so written out: V8 caches a lookup by a constant name, not one in a loop. */
function hasNarrowingHeader(headers: IncomingHttpHeaders): boolean {
  return (
    headers['x-mcp-toolsets'] !== undefined ||
    headers['x-mcp-channels'] !== undefined ||
    headers['x-mcp-readonly'] !== undefined ||
    headers['x-mcp-read-only'] !== undefined ||
    headers['x-mcp-read_only'] !== undefined
  );
}

/** A parameter given twice is a list; a header given twice arrives as one text with commas. */
function listOf(values: string | readonly string[] | undefined): string[] {
  return values === undefined ? [] : [values].flat().flatMap((value) => value.split(','));
}

function parameterNamed(given: string, parameters: ReadonlyMap<string, Parameter>): Parameter {
  const name = parameters.get(given.toLowerCase().replaceAll(/[^a-z]/g, ''));
  if (name !== undefined) return name;
  const known = [...parameters.values()];
  const meant = nearest(given, known);
  throw badRequest(
    `\`${given}\` is not a parameter of this address${meant ? `; did you mean \`${meant}\`?` : `; known: ${known.join(', ')}.`}`,
  );
}

function asFlag(text: string): boolean {
  const value = text.trim().toLowerCase();
  if (YES.has(value)) return true;
  if (NO.has(value)) return false;
  throw badRequest(`\`read_only\` is ${JSON.stringify(text)}; allowed: true, false.`);
}

function namesIn(parameter: Parameter, named: readonly string[], known: readonly string[]): string[] {
  const wanted = named.map((name) => name.trim().toLowerCase());
  for (const name of wanted) {
    if (name === 'all' || known.includes(name)) continue;
    throw badRequest(
      `\`${parameter}\` names ${JSON.stringify(name)}, which is not one here; known: all, ${known.join(', ')}.`,
    );
  }
  return [...new Set(wanted)].sort();
}

function badRequest(message: string): HttpError {
  return new HttpError(400, 'BAD_REQUEST', message);
}
