/**
 * The expected status of every procedure for every role; `access.test.ts` compares it with the service. Written by hand
 * and not derived from the procedures, so that a role lowered there by mistake fails the test.
 */

/** In the order of the columns. The first four roles are held in the workspace Acme alone, the others in the organization. */
export const PEOPLE = [
  'nobody',
  'viewer of Acme',
  'member of Acme',
  'approver of Acme',
  'owner of Acme',
  'viewer of all',
  'member of all',
  'approver of all',
  'owner of all',
] as const;
export type PersonName = (typeof PEOPLE)[number];

/** `own`: of Acme. `other`: of another workspace. `wide`: of the organization as a whole. `foreign`: of another organization. */
export const KINDS = ['own', 'other', 'wide', 'foreign'] as const;
export type Kind = (typeof KINDS)[number];

/** One column a person: `200` is done, `401` sign in first, `403` the role is too low, `404` as if it were not there. */
type Statuses = Partial<Record<Kind | 'nothing', string>>;

/** Tried without a session only: accepting a link signs its account in, which would end the session of the caller. */
const everybody: Statuses = { nothing: '200' };
const signedIn: Statuses = { nothing: '401 200 200 200 200 200 200 200 200' };
const organizationOwners: Statuses = { nothing: '401 403 403 403 403 403 403 403 200' };
const sandboxViewers: Statuses = { nothing: '401 200 200 200 200 200 200 200 200' };
const sandboxMembers: Statuses = { nothing: '401 403 200 200 200 403 200 200 200' };
const workspaceViewers: Statuses = {
  own: '401 200 200 200 200 200 200 200 200',
  other: '401 404 404 404 404 200 200 200 200',
  foreign: '401 404 404 404 404 404 404 404 404',
};
const workspaceMembers: Statuses = {
  own: '401 403 200 200 200 403 200 200 200',
  other: '401 404 404 404 404 403 200 200 200',
  foreign: '401 404 404 404 404 404 404 404 404',
};
const workspaceOwners: Statuses = {
  own: '401 403 403 403 200 403 403 403 200',
  other: '401 404 404 404 404 403 403 403 200',
  foreign: '401 404 404 404 404 404 404 404 404',
};
const workspaceApprovers: Statuses = {
  own: '401 403 403 200 200 403 403 200 200',
  other: '401 404 404 404 404 403 403 200 200',
  foreign: '401 404 404 404 404 404 404 404 404',
};
/** The workspace is Acme in every column, and what is named in it is Acme's only in the first line. */
const viewersOfWhatIsInAcme: Statuses = {
  own: '401 200 200 200 200 200 200 200 200',
  other: '401 404 404 404 404 404 404 404 404',
  foreign: '401 404 404 404 404 404 404 404 404',
};
const membersOfWhatIsInAcme: Statuses = {
  own: '401 403 200 200 200 403 200 200 200',
  other: '401 403 404 404 404 403 404 404 404',
  foreign: '401 403 404 404 404 403 404 404 404',
};
const ownersOfWhatIsInAcme: Statuses = {
  own: '401 403 403 403 200 403 403 403 200',
  other: '401 403 403 403 404 403 403 403 404',
  foreign: '401 403 403 403 404 403 403 403 404',
};
const keyHolders: Statuses = {
  own: '401 403 200 200 200 403 200 200 200',
  other: '401 404 404 404 404 403 200 200 200',
  wide: '401 403 403 403 403 403 403 403 200',
  foreign: '401 404 404 404 404 404 404 404 404',
};
/** Of grants that another person gave; one's own anybody revokes. */
const grantOwners: Statuses = {
  own: '401 404 404 404 200 404 404 404 200',
  other: '401 404 404 404 404 404 404 404 200',
  foreign: '401 404 404 404 404 404 404 404 404',
};
const limitSetters: Statuses = {
  own: '401 403 403 403 200 403 403 403 200',
  other: '401 404 404 404 404 403 403 403 200',
  wide: '401 403 403 403 403 403 403 403 200',
  foreign: '401 404 404 404 404 404 404 404 404',
};
const ownersOfPeople: Statuses = {
  own: '401 403 403 403 403 403 403 403 200',
  other: '401 403 403 403 403 403 403 403 200',
  wide: '401 403 403 403 403 403 403 403 200',
  foreign: '401 403 403 403 403 403 403 403 404',
};

export const PROCEDURES: Readonly<Record<string, Statuses>> = {
  'session.me': signedIn,
  'session.setUpState': everybody,
  'session.setUp': everybody,
  'session.invitation': everybody,
  'session.acceptInvitation': everybody,
  'tools.catalogue': workspaceViewers,
  'tools.run': workspaceViewers,
  'alerts.list': workspaceViewers,
  'alerts.firing': workspaceViewers,
  'alerts.suggested': workspaceViewers,
  'alerts.pacing': workspaceViewers,
  'attention.list': workspaceViewers,
  'stops.open': workspaceViewers,
  'stops.delivering': workspaceViewers,
  'keys.list': workspaceViewers,
  'keys.create': keyHolders,
  'keys.roll': keyHolders,
  'keys.revoke': keyHolders,
  'keys.setLimit': keyHolders,
  'keys.setPersonalData': limitSetters,
  'keys.setCustomHtml': limitSetters,
  'grants.list': workspaceViewers,
  'grants.revoke': grantOwners,
  'consent.show': signedIn,
  'consent.approve': workspaceMembers,
  'consent.decline': signedIn,
  'connections.list': workspaceViewers,
  'connections.fields': signedIn,
  'connections.begin': workspaceMembers,
  'connections.pending': membersOfWhatIsInAcme,
  'connections.store': membersOfWhatIsInAcme,
  'connections.paste': workspaceMembers,
  'connections.test': workspaceMembers,
  'connections.chooseAccount': workspaceMembers,
  'connections.leadAddress': workspaceMembers,
  'connections.disconnect': workspaceMembers,
  'conversions.destinations': workspaceViewers,
  'conversions.quality': workspaceViewers,
  'conversions.list': workspaceViewers,
  'conversions.counts': workspaceViewers,
  'conversions.imports': workspaceViewers,
  'conversions.importColumns': membersOfWhatIsInAcme,
  'conversions.importCheck': membersOfWhatIsInAcme,
  'conversions.importSend': membersOfWhatIsInAcme,
  'conversions.importRemove': membersOfWhatIsInAcme,
  'conversions.event': viewersOfWhatIsInAcme,
  'tags.containers': workspaceViewers,
  'tags.accounts': workspaceViewers,
  'tags.container': workspaceViewers,
  'tags.whole': workspaceViewers,
  'tags.drafts': workspaceViewers,
  'tags.changes': workspaceViewers,
  'tags.audit': workspaceViewers,
  'endpoints.list': workspaceViewers,
  'endpoints.create': workspaceOwners,
  'endpoints.update': ownersOfWhatIsInAcme,
  'endpoints.rotate': ownersOfWhatIsInAcme,
  'endpoints.remove': ownersOfWhatIsInAcme,
  'endpoints.test': ownersOfWhatIsInAcme,
  'endpoints.deliveries': viewersOfWhatIsInAcme,
  'endpoints.replay': ownersOfWhatIsInAcme,
  'endpoints.replayFailed': ownersOfWhatIsInAcme,
  'activity.list': workspaceViewers,
  'activity.actors': workspaceViewers,
  'activity.changers': workspaceViewers,
  'activity.byAgent': workspaceViewers,
  'activity.chain': signedIn,
  'activity.checkNow': viewersOfWhatIsInAcme,
  'activity.settle': membersOfWhatIsInAcme,
  'approvals.list': workspaceViewers,
  'approvals.get': workspaceViewers,
  'approvals.approve': workspaceApprovers,
  'approvals.reject': workspaceApprovers,
  'approvals.takeBack': workspaceApprovers,
  'approvals.withdraw': workspaceMembers,
  'approvals.planAnew': workspaceMembers,
  'approvals.policy': workspaceViewers,
  'approvals.setPolicy': workspaceOwners,
  'leads.list': workspaceViewers,
  'leads.show': ownersOfWhatIsInAcme,
  'leads.forget': workspaceOwners,
  'mediaPlans.list': workspaceViewers,
  'mediaPlans.get': workspaceViewers,
  'mediaPlans.progress': workspaceViewers,
  'mediaPlans.ofPlan': workspaceViewers,
  'mediaPlans.read': workspaceMembers,
  'mediaPlans.practice': workspaceMembers,
  'mediaPlans.defaults': workspaceViewers,
  'mediaPlans.keepDefaults': workspaceMembers,
  'limits.overview': workspaceViewers,
  'limits.set': limitSetters,
  'history.list': workspaceViewers,
  'history.sinceThen': viewersOfWhatIsInAcme,
  'rehearsal.state': sandboxViewers,
  'rehearsal.advance': sandboxMembers,
  'rehearsal.setTime': sandboxMembers,
  'rehearsal.freeze': sandboxMembers,
  'rehearsal.faults': sandboxViewers,
  'rehearsal.setFault': sandboxMembers,
  'rehearsal.clearFaults': sandboxMembers,
  'rehearsal.ledger': sandboxViewers,
  'rehearsal.startOver': sandboxMembers,
  'sheets.list': workspaceViewers,
  'sheets.preview': viewersOfWhatIsInAcme,
  'sheets.remove': membersOfWhatIsInAcme,
  'members.list': signedIn,
  'members.invite': ownersOfPeople,
  'members.withdraw': ownersOfPeople,
  'members.changeRole': ownersOfPeople,
  'members.remove': ownersOfPeople,
  'workspaces.create': organizationOwners,
  'workspaces.rename': workspaceOwners,
  'workspaces.archive': workspaceOwners,
};

/** Addresses for files, which are no procedures. */
export const FILES: Readonly<Record<string, Statuses>> = {
  'GET /activity.csv': workspaceViewers,
  'POST /api/sheets': workspaceMembers,
  'POST /api/conversion-imports': workspaceMembers,
  'GET /api/conversion-imports': workspaceViewers,
  'GET /api/media-plans/notes.xlsx': workspaceViewers,
  'GET /api/media-plans/running.xlsx': workspaceViewers,
};
