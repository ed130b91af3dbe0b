import { isObject } from '../../json.ts';
import { badRequest } from '../errors.ts';
import { ALL_KINDS, type Doc, type Kind } from '../state/shapes.ts';

export interface EntityMessage {
  kind: Kind;
  status: 'none' | 'added' | 'deleted' | 'updated';
  entity: Doc;
}

const STATUSES = ['none', 'added', 'deleted', 'updated'] as const;

/** An `Entity` of the platform: one object under the name of its kind, and what became of it. */
export function readEntityMessage(message: unknown, at: string): EntityMessage {
  if (!isObject(message)) throw badRequest(`Invalid value at '${at}' (TYPE_MESSAGE), ${JSON.stringify(message)}`);
  const { changeStatus = 'none', ...rest } = message;
  const status = STATUSES.find((one) => one === changeStatus);
  if (!status) throw badRequest(`Invalid value at '${at}.changeStatus' (TYPE_ENUM), ${JSON.stringify(changeStatus)}`);
  const unknown = Object.keys(rest).find((name) => !ALL_KINDS.some(({ key }) => key === name));
  if (unknown !== undefined) {
    throw badRequest(`Invalid JSON payload received. Unknown name "${unknown}" at '${at}': Cannot find field.`);
  }
  const given = ALL_KINDS.filter(({ key }) => isObject(rest[key]));
  if (given.length !== 1) throw badRequest(`${at}: An entity must hold exactly one object.`);
  return { kind: given[0]!, status, entity: rest[given[0]!.key] as Doc };
}
