/** The ways a client can be asked something in the middle of a call. */
export type AskMethod = 'elicitation/create' | 'sampling/createMessage' | 'roots/list';

export interface InputRequest {
  method: AskMethod;
  params: Readonly<Record<string, unknown>>;
}

/**
 * What a tool returns instead of a result when it has to ask first. Nothing waits: the client answers by calling again
 * with the same arguments, and finds its way back by the names of the questions and by `state`.
 */
export class InputRequired {
  readonly requests: Readonly<Record<string, InputRequest>>;
  /** State of the tool that travels with the question. It is signed: a changed one is refused before the tool sees it. */
  readonly state: string | undefined;

  constructor(requests: Readonly<Record<string, InputRequest>>, state?: string) {
    this.requests = requests;
    this.state = state;
  }
}

/** What the client of a call can be asked, and what it has answered so far. */
export interface Conversation {
  /** `mode` of an elicitation: a form that the client shows, or an address that it opens. */
  canAsk(method: AskMethod, mode?: 'form' | 'url'): boolean;
  readonly answers: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly state: string | undefined;
}

/** Plain programs and clients of the older protocol versions cannot be asked anything. */
export const CANNOT_BE_ASKED: Conversation = { canAsk: () => false, answers: {}, state: undefined };
