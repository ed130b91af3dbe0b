import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Failure, Problem } from '../../../../errors.ts';
import { readBack, sent } from '../../../../tools/read-back.ts';
import { unknownOutcome } from '../../../../upstream/failures.ts';
import type { TagsClient } from '../../client.ts';
import { Entity, type Parameter, type Trigger, type Variable } from '../../wire.ts';
import { type Contents, draftContents } from '../containers/contents.ts';
import type { Draft } from '../containers/draft.ts';
import { asNew, KINDS } from '../containers/kinds.ts';
import { enabledBuiltIns } from '../objects/built-ins.ts';
import { sameConditions } from '../objects/conditions.ts';
import { type PlainParameters, parametersOf, plainOf } from '../objects/parameters.ts';
import { DATA_LAYER_VERSION } from '../objects/variable-fields.ts';
import type { WrittenKind } from './object-store.ts';

export interface NamedObject {
  kind: WrittenKind;
  id: string;
  name: string;
}

interface Addition {
  kind: WrittenKind;
  /** As others of the same request cite it. */
  id: string;
  body: Readonly<Record<string, unknown>> & { name: string };
}

/** Variables that say the same as a built-in one, for a draft in which that is off. */
const STAND_INS: Readonly<Record<string, { name: string; type: string; parameters: Record<string, string> }>> = {
  'Page URL': { name: 'URL - whole address', type: 'u', parameters: { component: 'URL' } },
  'Page Path': { name: 'URL - path', type: 'u', parameters: { component: 'PATH' } },
  'Click Text': { name: 'Auto event - text', type: 'aev', parameters: { varType: 'TEXT' } },
  'Click URL': { name: 'Auto event - address', type: 'aev', parameters: { varType: 'URL' } },
  'Click ID': { name: 'Auto event - id', type: 'aev', parameters: { varType: 'ID' } },
  'Click Element': { name: 'Auto event - element', type: 'aev', parameters: { varType: 'ELEMENT' } },
  'Form ID': { name: 'Auto event - id', type: 'aev', parameters: { varType: 'ID' } },
  'Form URL': { name: 'Auto event - address', type: 'aev', parameters: { varType: 'URL' } },
};

/** What one request adds to a draft, reusing what is there by its meaning. */
export class DraftAdditions {
  readonly contents: Contents;
  readonly reused = new Map<string, NamedObject>();
  readonly problems: Problem[] = [];
  readonly #added: Addition[] = [];

  constructor(contents: Contents) {
    this.contents = contents;
  }

  get isEmpty(): boolean {
    return this.#added.length === 0;
  }

  /** The name by which a built-in variable's value can be referred to. */
  builtIn(name: string): string {
    if (enabledBuiltIns(this.contents).includes(name)) return name;
    const { type, parameters, name: own } = STAND_INS[name]!;
    return this.#variable(type, parameters, own, []);
  }

  /** The name of a variable for a key of the data layer, or the `{{Variable}}` that is named itself. */
  source(field: string, given: string): string {
    const named = /^\{\{(.+)\}\}$/.exec(given)?.[1]?.trim();
    if (named === undefined) return this.#variable('v', { name: given }, `DLV ${given}`, [DATA_LAYER_VERSION]);
    const own = this.contents.variables.find(({ name }) => name === named);
    if (own) this.#reuse({ kind: 'variable', id: own.variableId, name: named });
    else if (!enabledBuiltIns(this.contents).includes(named))
      this.problems.push({ field, message: `refers to no variable of this draft: {{${named}}}` });
    return named;
  }

  #variable(type: string, parameters: Record<string, string>, name: string, more: Parameter[]): string {
    const own = this.contents.variables.find((one) => isAlike(one, type, parameters));
    if (own) {
      this.#reuse({ kind: 'variable', id: own.variableId, name: own.name });
      return own.name;
    }
    const parameter = [...parametersOf(parameters), ...more];
    const begun = this.#added.find(({ kind, body }) => kind === 'variable' && isAlike(body as never, type, parameters));
    return begun?.body.name ?? this.add('variable', { name, type, parameter }).name;
  }

  /** A trigger that fires on the same; the same name is no reason. */
  sameTrigger(wanted: Trigger): Trigger | undefined {
    return this.contents.triggers.find((one) => isSameTrigger(one, wanted));
  }

  /** Its id, or that of a new one. */
  trigger(wanted: Trigger): string {
    const own = this.sameTrigger(wanted);
    if (own) {
      this.#reuse({ kind: 'trigger', id: own.triggerId, name: own.name });
      return own.triggerId;
    }
    return this.add('trigger', asNew('trigger', wanted)).id;
  }

  /** The name of a tag that this request adds already. */
  addedTag(type: string, parameters: PlainParameters): string | undefined {
    const same = (body: Addition['body']) =>
      body.type === type && isDeepStrictEqual(plainOf(body.parameter as Parameter[]), parameters);
    return this.#added.find(({ kind, body }) => kind === 'tag' && same(body))?.body.name;
  }

  reuseTag(tag: { tagId: string; name: string }): void {
    this.#reuse({ kind: 'tag', id: tag.tagId, name: tag.name });
  }

  #reuse(object: NamedObject): void {
    this.reused.set(`${object.kind} ${object.id}`, object);
  }

  add(kind: WrittenKind, body: Addition['body']): { id: string; name: string } {
    const name = this.#freeName(kind, body.name);
    const id = `new_${this.#added.length + 1}`;
    this.#added.push({ kind, id, body: { ...body, name } });
    return { id, name };
  }

  #freeName(kind: WrittenKind, wanted: string): string {
    const taken = new Set([
      ...this.contents[`${kind}s`].map(({ name }: { name: string }) => name),
      ...(kind === 'variable' ? enabledBuiltIns(this.contents) : []),
      ...this.#added.filter((one) => one.kind === kind).map(({ body }) => body.name),
    ]);
    let name = wanted;
    for (let count = 2; taken.has(name); count++) name = `${wanted} (${count})`;
    return name;
  }

  /** Adds everything by one request and looks whether it is there. A lost answer is decided by the look alone. */
  async send(client: TagsClient, draft: Draft): Promise<{ made: NamedObject[]; after: Contents }> {
    if (this.isEmpty) return { made: [], after: this.contents };
    const changes = this.#added.map(({ kind, id, body }) => ({
      changeStatus: 'added',
      [KINDS[kind].entityKey]: { ...body, [KINDS[kind].idField]: id },
    }));
    const open = await sent(() => client.change('POST', `${draft.path}/bulk_update`, BulkReply, { json: { changes } }));
    const read = () => draftContents(client, draft);
    const after = open
      ? await read().catch(() => {
          throw open;
        })
      : await readBack(`${changes.length} objects were added`, read);
    const { made, missing } = this.#found(after);
    if (missing.length === 0) return { made, after };
    if (open && made.length === 0) throw open;
    throw partly(made, missing, open);
  }

  #found(after: Contents): { made: NamedObject[]; missing: string[] } {
    const made: NamedObject[] = [];
    const missing: string[] = [];
    for (const { kind, body } of this.#added) {
      const found = after[`${kind}s`].find(({ name }: { name: string }) => name === body.name);
      if (found) made.push({ kind, id: String(found[KINDS[kind].idField as never]), name: body.name });
      else missing.push(`${kind} "${body.name}"`);
    }
    return { made, missing };
  }
}

const BulkReply = z.looseObject({ changes: z.array(Entity).default([]) });

function partly(made: readonly NamedObject[], missing: readonly string[], cause: Failure | undefined): Failure {
  const there = made.map(({ kind, name }) => `${kind} "${name}"`).join(', ');
  const shown = there ? `shows ${there}, but not` : 'does not show';
  return unknownOutcome({
    seen: `The platform took the request, and the draft ${shown} ${missing.join(', ')}.`,
    check: 'Look at the draft with get_tag_changes. Calling again is safe: what is there by then is reused.',
    cause,
  });
}

/** A variable that gives the same value: of the same type and parameters, and not formatted. */
function isAlike(
  variable: Pick<Variable, 'type' | 'parameter'> & { formatValue?: unknown },
  type: string,
  parameters: Record<string, string>,
): boolean {
  if (variable.type !== type || Object.keys((variable.formatValue as object | undefined) ?? {}).length > 0)
    return false;
  const { dataLayerVersion = '2', setDefaultValue = false, ...own } = plainOf(variable.parameter);
  const isPlain = String(dataLayerVersion) === '2' && String(setDefaultValue) !== 'true';
  const { defaultValue: _, ...rest } = own;
  const names = Object.keys(parameters);
  return isPlain && Object.keys(rest).length === names.length && names.every((key) => rest[key] === parameters[key]);
}

function isSameTrigger(one: Trigger, other: Trigger): boolean {
  return (
    one.type === other.type &&
    sameConditions(one.filter, other.filter) &&
    sameConditions(one.customEventFilter, other.customEventFilter) &&
    one.autoEventFilter.length === 0 &&
    one.parameter.length === 0
  );
}
