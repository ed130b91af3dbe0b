import type { AdsFault } from '../errors.ts';
import type { Complaints, Operation, Session } from '../mutate/session.ts';
import type { Doc, Entity } from '../state.ts';

/** What a new resource becomes: its place, and the doc with defaults filled in. */
export interface Created {
  key: string;
  parent: string | null;
  doc: Doc;
  /** It was there already: the platform hands out its name again and writes nothing new. */
  existing?: Entity;
}

/** The rules of one kind of resource. Complaints are collected; what is returned is only used without them. */
export interface Kind {
  name: string;
  collection: string;
  /** Asset links are named after what they link, so a caller's temporary id has no place in them. */
  create?(
    session: Session,
    doc: Doc,
    complaints: Complaints,
    operation: Operation,
    temporary: string | undefined,
  ): Created | undefined;
  /** Checks `after`, and may fill in what follows from it. */
  update?(session: Session, entity: Entity, after: Doc, complaints: Complaints, operation: Operation): void;
  remove?(session: Session, entity: Entity, complaints: Complaints, operation: Operation): void;
  /** Tells which derived status must be worked out anew. */
  touch?(session: Session, entity: Entity, operation: Operation): void;
  /** Removed ones are gone, where others stay with the status REMOVED. */
  vanishes?: true;
  /** What is said of one that is not there, where it has a word of its own. */
  absent?: AdsFault['code'];
  /** Named in the change history as. */
  changeType?: string;
}
