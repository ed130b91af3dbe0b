import { rulesOf } from '../../coverage.ts';

export const rules = [
  ...rulesOf(
    'call',
    `
    1 enforced The token has to be there, known and alive.
    2 enforced Each method wants its scope; deleting a workspace wants that of deleting containers.
    3 enforced A container without a right is not found, one with too small a right is forbidden.
    4 enforced A wrong id, an id of another kind and a lack of access are answered alike.
    5 enforced Lists go by pages; their key is singular, and absent when there is nothing.
    6 enforced A user makes 15 calls in any minute; above that 429, or 403 by a switch.
    7 enforced A project makes 10,000 calls a day.
    8 enforced Unknown fields, unknown names in the query and values of a wrong kind are refused.
    9 enforced Enums in capitals, as an export writes them, are refused.
    10 enforced What the features of a container exclude is refused, most of it for Google tags.
    11 enforced An account is changed, and people are let in, by its administrators.`,
  ),
  ...rulesOf(
    'entity',
    `
    12 enforced An update replaces everything: what it leaves out is gone.
    13 enforced Each write makes a new fingerprint; a stale one is refused with 409, or 400 by a switch, and none lets the last writer win.
    14 enforced Each kind has ids of its own.
    15 partly A template's required parameters must not be empty. | Templates that the vendor does not describe are taken as they come.
    16 enforced Unknown parameters are kept in silence.
    17 enforced A measurement id is the name of a Google tag; anything else is answered with another key.
    18 enforced Names are taken once in a kind, and a variable's also by an enabled built-in one.
    19 enforced A custom-event trigger has exactly one custom-event filter.
    20 enforced A condition without its first argument is answered with 500.
    21 enforced The type is fixed.
    22 enforced A trigger, template or custom tag in use is not deleted.
    23 enforced Triggers and folders that are cited have to be there.
    24 enforced A revert brings back what the version has, and removes what it has not.
    25 enforced A bulk update makes all or nothing, and its new items may cite each other.
    26 absent Some kinds refuse a colon in names. | Which ones is not known.
    27 enforced Notes have at most 512,000 characters.`,
  ),
  ...rulesOf(
    'workspace',
    `
    28 enforced A container has three.
    29 enforced It begins from the latest version, not from the published one.
    30 enforced Its status is the difference from that version.
    31 enforced A synchronisation takes in what others made, and tells of what both sides changed.
    32 enforced A conflict is resolved by the form that shall stand.
    33 enforced Making a version uses it up, and another stands in its place.
    34 enforced No version is made of an empty workspace, with a conflict, or when it does not compile, and the answer is 200 all the same.`,
  ),
  ...rulesOf(
    'version',
    `
    35 enforced The published version and the latest one are two things; environments follow each.
    36 enforced A deleted version is listed when asked for, not published, and can be brought back; the published one is not deleted.
    37 enforced A publication that does not compile changes nothing.`,
  ),
  ...rulesOf(
    'environment',
    `
    38 enforced People make those of type user only; a new authorization makes a new code.`,
  ),
];
