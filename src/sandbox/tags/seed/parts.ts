import type { Doc, Entity } from '../state/shapes.ts';

/** Pieces of tags, triggers and variables. */

export const text = (key: string, value: string): Doc => ({ type: 'template', key, value });
export const flag = (key: string, value: boolean): Doc => ({ type: 'boolean', key, value: String(value) });
const whole = (key: string, value: number): Doc => ({ type: 'integer', key, value: String(value) });

export const condition = (type: string, variable: string, value: string): Doc => ({
  type,
  parameter: [text('arg0', variable), text('arg1', value)],
});

export const settings = (key: string, pairs: Record<string, string>): Doc => ({
  type: 'list',
  key,
  list: Object.entries(pairs).map(([parameter, value]) => ({
    type: 'map',
    map: [text('parameter', parameter), text('parameterValue', value)],
  })),
});

export const tag = (
  name: string,
  type: string,
  firing: readonly string[],
  parameter: Doc[],
  more: Doc = {},
): Entity => ({
  name,
  type,
  parameter,
  ...(firing.length > 0 && { firingTriggerId: [...firing] }),
  tagFiringOption: 'oncePerEvent',
  monitoringMetadata: { type: 'map' },
  consentSettings: { consentStatus: 'notSet' },
  ...more,
});

export const consentNeeded = (...types: string[]): Doc => ({
  consentSettings: {
    consentStatus: 'needed',
    consentType: { type: 'list', list: types.map((value) => ({ type: 'template', value })) },
  },
});

export const dataLayer = (name: string, key: string): Entity => ({
  name,
  type: 'v',
  parameter: [whole('dataLayerVersion', 2), flag('setDefaultValue', false), text('name', key)],
});

export const customEvent = (name: string, event: string, filter: Doc[] = []): Entity => ({
  name,
  type: 'customEvent',
  customEventFilter: [condition('equals', '{{_event}}', event)],
  ...(filter.length > 0 && { filter }),
});

export const ALL_PAGES = '2147479553';
