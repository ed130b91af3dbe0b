import type { AdsFault } from '../errors.ts';
import type { Complaints, Operation, Session } from '../mutate/session.ts';
import type { Doc, Entity } from '../state.ts';

/** What a new resource becomes: its place, and the doc with defaults filled in. */
export interface Created {
  key: string;
  parent: string | null;
  doc: Doc;
  /** Set when it existed already: the platform returns its name and writes nothing. */
  existing?: Entity;
}

/** The rules of one kind of resource. Complaints are collected; what is returned is only used without them. */
export interface Kind {
  name: string;
  collection: string;
  /** Asset links are named after the objects they link, so they take no temporary id. */
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
  /** Marks the campaigns whose derived status has to be computed again. */
  touch?(session: Session, entity: Entity, operation: Operation): void;
  /** Removal deletes it; other kinds stay with the status REMOVED. */
  vanishes?: true;
  /** The error code for a missing one, where it differs from RESOURCE_NOT_FOUND. */
  absent?: AdsFault['code'];
  /** Named in the change history as. */
  changeType?: string;
}
