import { fieldsBack, type UndoRule, type UndoTable } from '../../tools/undo.ts';

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

export const undo: UndoTable = {
  create_version: {
    never:
      'A version stays in the container and reaches nobody until it is published; the draft that it was made of is gone, and a new one stands in its place.',
  },
  publish_version: fieldsBack('publish_version', ['container_id'], { names: { live_version: 'version_id' } }),
  roll_back: rollBack,
};
