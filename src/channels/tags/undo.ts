import { type FieldRules, fieldsBack, type UndoPart, type UndoRule, type UndoTable } from '../../tools/undo.ts';

/** Going back to the version that was live before. Where drafts begin follows; a version that was only saved is not the newest again. */
const rollBack: UndoRule = {
  undo(change) {
    const rules = { names: { live_version: 'version_id' }, follows: ['latest_version', 'deleted'] };
    const made = fieldsBack('roll_back', ['container_id'], rules);
    const undoing = 'undo' in made ? made.undo(change) : { steps: [], left: [] };
    const { live_version: live, latest_version: latest, deleted } = change.applied;
    const left = [...undoing.left];
    if (latest && latest.from !== live?.from)
      left.push({
        field: 'latest_version',
        why: `version ${String(latest.from)} was only saved: drafts do not begin from it again`,
      });
    if (deleted) left.push({ field: 'deleted', why: 'the version stays; by itself it reaches nobody' });
    return { ...undoing, left };
  },
};

/** Fields that a change is merged into key by key: what it added has to be taken away by name. */
const MERGED = ['parameters', 'settings', 'format'];

type Keys = Readonly<Record<string, unknown>>;

/** The same object with the values before. A draft that became a version in between is gone, and the call then says so. */
function objectBack(tool: string, id: string, rules: FieldRules): UndoRule {
  const none = { ...Object.fromEntries(MERGED.map((field) => [field, {}])), ...rules.none };
  const made = fieldsBack(tool, ['container_id', 'tag_workspace_id', id], { ...rules, none });
  if (!('undo' in made)) return made;
  return {
    undo(change) {
      const { steps, left } = made.undo(change);
      const back = steps.map((step) => ({
        ...step,
        call: (parts: readonly UndoPart[]) => ({
          ...step.call(parts.filter(({ field }) => !MERGED.includes(field))),
          ...Object.fromEntries(
            parts.filter(({ field }) => MERGED.includes(field)).map((part) => [part.field, keysBack(part)]),
          ),
        }),
      }));
      return { steps: back, left };
    },
  };
}

function keysBack({ from, to }: UndoPart): Keys {
  const added = Object.keys((to ?? {}) as Keys).map((key) => [key, null]);
  return { ...Object.fromEntries(added), ...((from ?? {}) as Keys) };
}

const triggerIds = (field: string) => (list: readonly { trigger_id: string }[]) => ({
  [field]: list.map(({ trigger_id }) => trigger_id),
});

const NO_SCHEDULE = { from: 'none', to: 'none' };

const IN_THE_DRAFT =
  'It stays in the draft and has reached nobody; revert_tag_object or delete_tag_object takes it out again.';

export const undo: UndoTable = {
  create_conversion_tag: { never: IN_THE_DRAFT },
  create_tag: { never: IN_THE_DRAFT },
  create_tag_workspace: { never: 'The draft stays and reaches nobody; a person deletes it in Tag Manager.' },
  create_trigger: { never: IN_THE_DRAFT },
  create_variable: { never: IN_THE_DRAFT },
  delete_tag_object: {
    never: 'revert_tag_object brings back what the version before had; what was made in the draft is gone.',
  },
  revert_tag_object: { never: 'What the draft had changed of the object is not kept anywhere.' },
  update_tag: objectBack('update_tag', 'tag_id', {
    none: { folder: 'none', notes: '', blocked_by: [], setup_tags: [], teardown_tags: [], schedule: NO_SCHEDULE },
    as: {
      fires_on: triggerIds('fires_on'),
      blocked_by: triggerIds('blocked_by'),
      priority: (value: string) => ({ priority: Number(value) }),
      schedule: (value: object) => ({ schedule: { ...NO_SCHEDULE, ...value } }),
    },
  }),
  update_trigger: objectBack('update_trigger', 'trigger_id', {
    none: { folder: 'none', notes: '', filter: [], auto_event_filter: [] },
  }),
  update_variable: objectBack('update_variable', 'variable_id', {
    none: { folder: 'none', notes: '', enabled_by: [], disabled_by: [] },
    as: { enabled_by: triggerIds('enabled_by'), disabled_by: triggerIds('disabled_by') },
  }),
  create_version: {
    never:
      'A version stays in the container and reaches nobody until it is published; the draft that it was made of is gone, and a new one stands in its place.',
  },
  publish_version: fieldsBack('publish_version', ['container_id'], { names: { live_version: 'version_id' } }),
  roll_back: rollBack,
};
