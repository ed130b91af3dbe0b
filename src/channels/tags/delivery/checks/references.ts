import { asNamed, quoted, type View } from '../../resources/objects/container-view.ts';
import { tagsIn, variablesIn } from '../../resources/objects/references.ts';
import type { Tag, Trigger, Variable } from '../../wire.ts';
import type { AuditFinding } from './finding.ts';
import { missingTags, switchOn } from './firing.ts';

/** References of one object that lead nowhere. */
export function brokenReferences(object: Tag | Trigger | Variable, view: View): AuditFinding[] {
  const found = variablesIn(object)
    .filter((name) => !view.isThere(name))
    .map((name) => missingVariable(object, name, view));
  return 'tagId' in object ? [...found, ...missingTags(object as Tag, view, tagsIn(object as Tag))] : found;
}

function missingVariable(object: Tag | Trigger | Variable, name: string, view: View): AuditFinding {
  const named = asNamed(object);
  const type = view.switchedOff(name);
  const why = type
    ? `the built-in variable ${name}, which is switched off and has no value`
    : `{{${name}}}, and there is no variable of that name`;
  return {
    severity: 'high',
    kind: 'missing_variable',
    what: `The ${named.kind} ${quoted(named)} uses ${why}.`,
    objects: [named],
    mend: type ? switchOn(type) : `Which value is meant is yours to say: create_variable makes ${quoted({ name })}.`,
  };
}

/** Triggers and variables that nothing refers to. `named`: variables in templates' own code. */
export function unusedObjects({ contents, uses }: View, inTemplates: ReadonlySet<string>): AuditFinding[] {
  const triggers = contents.triggers.filter(({ triggerId }) => uses.of('trigger', triggerId).length === 0);
  const variables = contents.variables.filter(
    ({ name }) => uses.of('variable', name).length === 0 && !inTemplates.has(name),
  );
  return [...triggers, ...variables].map((object) => {
    const named = asNamed(object);
    return {
      severity: 'low',
      kind: 'triggerId' in object ? 'unused_trigger' : 'unused_variable',
      what: `Nothing uses the ${named.kind} ${quoted(named)}.`,
      objects: [named],
      mend: { tool: 'delete_tag_object', arguments: { kind: named.kind, id: named.id } },
    };
  });
}
