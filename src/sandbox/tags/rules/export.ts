import { showVersion } from '../format.ts';
import { ALL_KINDS, type Container, type Doc, type Version } from '../state/shapes.ts';

/** Fields whose values the export writes in capitals. A tag's `type` is the name of a template, and stays. */
const ENUMS = new Set(['tagFiringOption', 'consentStatus', 'caseConversionType', 'usageContext']);

/**
 * The file that the product's page `Export container` gives. It holds what the API holds, with enums in capitals, which the API
 * refuses.
 */
export function exportOf(container: Container, version: Version, at: number): Doc {
  const place = { account: container.accountId, container: container.containerId };
  const shown = showVersion(place, container, version);
  const kinds = ALL_KINDS.filter(({ key }) => shown[key] !== undefined).map(({ key }) => [
    key,
    capitals(shown[key], key === 'trigger' || key === 'builtInVariable'),
  ]);
  return {
    exportFormatVersion: 2,
    exportTime: new Date(at).toISOString().slice(0, 19).replace('T', ' '),
    containerVersion: { ...shown, container: capitals(shown.container, false), ...Object.fromEntries(kinds) },
  };
}

/** `type` is an enum inside parameters and conditions, and in triggers and built-in variables themselves. */
function capitals(value: unknown, typeIsEnum: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => capitals(each, typeIsEnum));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      if (ENUMS.has(name)) return [name, Array.isArray(each) ? each.map(snake) : snake(each)];
      if (name === 'type' && typeIsEnum) return [name, snake(each)];
      return [name, capitals(each, typeof each === 'object')];
    }),
  );
}

function snake(value: unknown): string {
  return String(value)
    .replace(/[A-Z]/g, (letter) => `_${letter}`)
    .toUpperCase();
}
