import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Channel } from '../tools/channel.ts';
import { defineTool, type Tool } from '../tools/define-tool.ts';
import { ToolIndex } from './tool-index.ts';

function channelOf(name: string, knownAs: string[] = []): Channel {
  return { name, title: name, knownAs, instructions: '', hosts: {}, needsConnection: false, connect: () => undefined };
}

function toolOf(channel: Channel, name: string, title: string, description = '', input: z.ZodRawShape = {}): Tool {
  const access = name.startsWith('list') || name.startsWith('get') ? 'read' : 'write';
  const made = { name, title, description, toolset: 'x', access, repeat: 'safe' } as const;
  return defineTool(channel, { ...made, input: z.strictObject(input), output: z.object({}), run: async () => ({}) });
}

const [radio, print, desk] = [channelOf('radio', ['Antenna']), channelOf('print', ['Gazette']), channelOf('desk')];
const tools = [
  toolOf(radio, 'list_spots', 'List spots', 'Spots that are paused or on air.'),
  toolOf(radio, 'update_spot', 'Update a spot', 'Changes its status.'),
  toolOf(radio, 'get_figures', 'Get figures', '', { level: z.enum(['STATION', 'LISTENER']).describe('By what') }),
  toolOf(print, 'list_spots', 'List spots'),
  toolOf(print, 'update_spot', 'Update a spot', 'Changes its status.'),
  toolOf(print, 'create_page', 'Create a page', 'A page (shown as Leaf).'),
  toolOf(desk, 'stop_spending', 'Stop all spending', 'At once.'),
  toolOf(desk, 'list_campaigns', 'List campaigns'),
];
let index: ToolIndex;
beforeAll(async () => {
  index = await ToolIndex.of(tools, ({ input }) => z.toJSONSchema(input));
});
const found = (said: string, limit = 3) =>
  index.find(said, tools, limit).map(({ channel, name }) => `${channel.name} ${name}`);

test('what is to be done decides between tools about the same', () => {
  expect(found('pause the spot').slice(0, 2).sort()).toEqual(['print update_spot', 'radio update_spot']);
  expect(found('which spots are paused').slice(0, 2).sort()).toEqual(['print list_spots', 'radio list_spots']);
});

test('a platform that is named comes first, also misspelt', () => {
  expect(found('pause the Antenna spot')[0]).toBe('radio update_spot');
  expect(found('gazete: switch the spot off')[0]).toBe('print update_spot');
});

test('the tools of other platforms come last, also behind those of no platform', () => {
  const among = tools.filter(({ name }) => ['list_campaigns', 'create_page'].includes(name));
  const order = (said: string) => index.find(said, among, 2).map(({ name }) => name);
  expect(order('campaigns and pages')).toEqual(['create_page', 'list_campaigns']);
  expect(order('campaigns and pages on Antenna')).toEqual(['list_campaigns', 'create_page']);
});

test('where none is named, each offers its own before one offers two', () => {
  expect(
    found('spots', 2)
      .map((name) => name.split(' ')[0])
      .sort(),
  ).toEqual(['print', 'radio']);
});

test('the choices of an argument and what the platform shows are found too', () => {
  expect(found('listeners')[0]).toBe('radio get_figures');
  expect(found('a new leaf')[0]).toBe('print create_page');
});

test('a platform without a thing means a campaign', () => {
  expect(found('Antenna')).toEqual(['desk list_campaigns']);
  expect(found('Antenna spots', 9)).not.toContain('desk list_campaigns');
});

test('only what was asked among is found, and nothing by words that nothing has', () => {
  expect(index.find('spots', [tools[0]!], 5)).toEqual([tools[0]]);
  expect(index.find('spots', [toolOf(radio, 'list_spots', 'List spots'), tools[0]!], 5)).toEqual([tools[0]]);
  expect(found('xyzzy plugh')).toEqual([]);
  expect(found('')).toEqual([]);
});
