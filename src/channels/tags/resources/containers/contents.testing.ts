import { Version } from '../../wire.ts';
import { type Contents, contentsOf } from './contents.ts';

/** The contents of a version as the platform writes it, for tests without a platform. */
export function contentsWith(version: Record<string, unknown>): Contents {
  return contentsOf(Version.parse({ containerVersionId: '1', ...version }));
}

export function template(key: string, value: string) {
  return { type: 'template', key, value };
}

export function condition(type: string, arg0: string, arg1: string, more: Record<string, string> = {}) {
  const flags = Object.entries(more).map(([key, value]) => ({ type: 'boolean', key, value }));
  return { type, parameter: [template('arg0', arg0), template('arg1', arg1), ...flags] };
}
