import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { performanceFiles } from '../bench/performance-page.ts';
import { findChannels } from '../src/build.ts';
import { SETTINGS } from '../src/config.ts';
import { describeTool } from '../src/pipeline/describe.ts';
import { isListed } from '../src/pipeline/tool-selection.ts';
import { CALL_READ_TOOL, CALL_WRITE_TOOL, FIND_TOOLS } from '../src/pipeline/tools-for-all-channels.ts';
import type { Tool } from '../src/tools/define-tool.ts';
import { clientDocs } from './client-docs.ts';
import { connectingDocs } from './connecting-docs.ts';
import { refusalsPage } from './tool-refusals.ts';

const ROOT = resolve(import.meta.dirname, '..');

/** Folders that hold nothing but generated files: what is no longer made is stale. */
const GENERATED_FOLDERS = ['docs/tools', 'test/surface'].map((folder) => join(ROOT, folder));

/** Every file that is made from the code, by path: written by `npm run docs`, held to the code by a test. */
export async function generatedFiles(): Promise<Map<string, string>> {
  const { channels, byAddress } = await findChannels();
  return new Map([
    ...connectingDocs(ROOT, channels),
    ...clientDocs(ROOT),
    ...performanceFiles(ROOT),
    [join(ROOT, 'docs/configuration.md'), configurationPage()],
    [join(ROOT, 'docs/tools.md'), toolsIndex([...byAddress.keys()])],
    ...[...byAddress].flatMap(([address, tools]) => filesOf(address, `/${address}/mcp`, tools)),
    ...[...byAddress].map(([address, tools]): [string, string] => [
      join(ROOT, `test/surface/refusals/${address}.txt`),
      refusalsPage(tools),
    ]),
    ...filesOf('all-channels', '/mcp', [FIND_TOOLS, CALL_READ_TOOL, CALL_WRITE_TOOL]),
  ]);
}

function filesOf(name: string, path: string, tools: readonly Tool[]): [string, string][] {
  return [
    [join(ROOT, `docs/tools/${name}.md`), toolsPage(path, tools)],
    ...tools.map((tool): [string, string] => [join(ROOT, `test/surface/${name}/${tool.name}.json`), surfaceOf(tool)]),
  ];
}

/** Files of an earlier state of the code, of a tool that was renamed for instance. */
export function staleFiles(generated: ReadonlyMap<string, string>): string[] {
  return GENERATED_FOLDERS.filter(existsSync)
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !generated.has(file));
}

/** What callers were promised of one tool. A change here is a change of that promise, so it has to be seen in review. */
function surfaceOf(tool: Tool): string {
  const { toolset, access, repeat } = tool;
  return `${JSON.stringify({ ...describeTool(tool), toolset, access, repeat }, null, 2)}\n`;
}

function toolsIndex(addresses: readonly string[]): string {
  return [
    '# Tools',
    '',
    'Made from the tool schemas by `npm run docs`; do not edit by hand. A tool is called with',
    '`{"jsonrpc":"2.0","id":"1","method":"tools/call","params":{"name":"…","arguments":{…}}}`.',
    'A list shows the default toolsets of its channel; `?toolsets=all` shows every tool, `?toolsets=a,b` only those (and',
    'then only those can be called), `?read_only=true` only what reads.',
    'Arguments answer to what other channels call them too (`account_id`, `customer_id`, `advertiser_id`), and one id or status may',
    'stand without its brackets.',
    '',
    '| Channel | Address |',
    '|---|---|',
    ...addresses.map((address) => `| [${address}](tools/${address}.md) | \`POST /${address}/mcp\` |`),
    '| [all channels](tools/all-channels.md) | `POST /mcp`, where the others are found and called ([one address](one-address.md)) |',
    '',
  ].join('\n');
}

function toolsPage(path: string, tools: readonly Tool[]): string {
  return [
    `# Tools of \`POST ${path}\``,
    '',
    'Made from the tool schemas by `npm run docs`; do not edit by hand.',
    ...(tools.length === 0 ? ['', 'None yet.'] : tools.flatMap(toolSection)),
    '',
  ].join('\n');
}

function toolSection(tool: Tool): string[] {
  const { title, description, inputSchema } = describeTool(tool);
  return [
    '',
    `## \`${tool.name}\``,
    '',
    `**${title}** · ${tool.access} · toolset \`${tool.toolset}\`${isListed(tool) ? '' : ' (not listed by default)'}${tool.repeat === 'safe' ? ' · safe to repeat' : ' · never resent'}`,
    '',
    description,
    ...argumentTable(inputSchema),
  ];
}

type Schema = Record<string, unknown>;

function argumentTable(schema: Schema): string[] {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  if (properties.length === 0) return ['', 'No arguments.'];
  const required = new Set((schema.required ?? []) as string[]);
  const rows = properties.map(([name, inner]) => {
    const label = required.has(name) ? `**\`${name}\`**` : `\`${name}\``;
    const parts = [inner.description, inner.default !== undefined && `default \`${JSON.stringify(inner.default)}\``];
    return `| ${label} | ${cell(kindOf(inner))} | ${cell(parts.filter(Boolean).join('; '))} |`;
  });
  return ['', '| Argument | Kind | Meaning |', '|---|---|---|', ...rows];
}

function kindOf(schema: Schema): string {
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => `\`${value}\``).join(', ');
  if (Array.isArray(schema.anyOf)) return (schema.anyOf as Schema[]).map(kindOf).join(' or ');
  if (schema.type === 'array')
    return `list of ${kindOf((schema.items ?? {}) as Schema)}${range(schema.minItems, schema.maxItems, 'items')}`;
  if (schema.type === 'string') return `text${range(schema.minLength, schema.maxLength, 'characters')}`;
  if (schema.type === 'number' || schema.type === 'integer')
    return `${schema.type}${range(schema.minimum, schema.maximum, '')}`;
  return String(schema.type ?? 'any');
}

function range(least: unknown, most: unknown, unit: string): string {
  const real = (bound: unknown): bound is number =>
    typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
  const text =
    real(least) && real(most)
      ? `${least} to ${most}`
      : real(least)
        ? `at least ${least}`
        : real(most)
          ? `at most ${most}`
          : '';
  return text === '' ? '' : `, ${text}${unit && ` ${unit}`}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ').trim();
}

function configurationPage(): string {
  const rows = Object.values(SETTINGS).map(({ env, meaning, allowed, fallback, ...rest }) => {
    const secret = 'secret' in rest && rest.secret ? ' Secret.' : '';
    const shown = Array.isArray(fallback) ? fallback.join() : String(fallback);
    return `| \`${env}\` | ${shown === '' ? '–' : `\`${shown}\``} | ${cell(meaning)}${secret} | ${cell(allowed)} |`;
  });
  return [
    '# Configuration',
    '',
    'Made from the settings table by `npm run docs`; do not edit by hand. Every setting is an environment variable; with',
    '`_FILE` behind its name it is read from that file instead. Options of `adhelm serve` (`--port`, `--host`, `--workers`, `--data`) win over the',
    'environment. A setting that cannot be used stops the start with its name, its value and what is allowed.',
    '',
    '`ADHELM_URL` and `ADHELM_API_KEY` are no settings of the service: they say to `adhelm call`, `report` and `doctor` which one to ask, and by which key.',
    '',
    '| Setting | Default | Meaning | Allowed |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
