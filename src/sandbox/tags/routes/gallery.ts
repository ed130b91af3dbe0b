import { createHash } from 'node:crypto';
import { badRequest } from '../errors.ts';
import { showEntity } from '../format.ts';
import { checkName } from '../rules/entities.ts';
import { KINDS } from '../state/shapes.ts';
import { addEntity } from './entities.ts';
import { readFlag } from './query.ts';
import { type Call, EDIT, openWorkspace, type Route, saveWorkspace, WORKSPACE } from './route.ts';

const [TEMPLATES] = KINDS.filter(({ key }) => key === 'customTemplate');

export const galleryRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: `${WORKSPACE}/templates:import_from_gallery`,
    scopes: EDIT,
    right: 'edit',
    features: ['supportWorkspaces', 'supportTemplates'],
    query: ['galleryOwner', 'galleryRepository', 'gallerySha', 'acknowledgePermissions'],
    changes: true,
    serve: importTemplate,
  },
];

/** Every owner and repository counts as one of the gallery. */
function importTemplate(call: Call) {
  const [owner, repository] = [call.query.get('galleryOwner'), call.query.get('galleryRepository')];
  if (!owner) throw badRequest('galleryOwner: The value must not be empty.');
  if (!repository) throw badRequest('galleryRepository: The value must not be empty.');
  if (!readFlag(call.query, 'acknowledgePermissions')) {
    throw badRequest('acknowledgePermissions: The permissions of the template must be acknowledged.');
  }
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const workspace = openWorkspace(call);
  checkName(TEMPLATES!, repository, workspace.content);
  const galleryReference = {
    host: 'github.com',
    owner,
    repository,
    version: call.query.get('gallerySha') ?? hash(`${owner}/${repository}`).slice(0, 40),
    signature: hash(`signature ${owner}/${repository}`),
    galleryTemplateId: hash(`template ${owner}/${repository}`).slice(0, 5).toUpperCase(),
  };
  const info = JSON.stringify({ type: 'TAG', id: 'cvt_temp_public_id', version: 1, displayName: repository });
  const templateData = `___INFO___\n\n${info}\n`;
  const entity = addEntity(call, TEMPLATES!, workspace, { name: repository, templateData, galleryReference });
  saveWorkspace(call, workspace);
  return showEntity(call.place, TEMPLATES!, entity);
}
