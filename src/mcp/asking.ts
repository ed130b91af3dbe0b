import type { Principal } from '../auth/key-records.ts';
import type { AskMethod, Conversation, InputRequired } from '../tools/input-required.ts';
import type { SignedText } from '../vault/signed-text.ts';
import { type Era, invalidParams, type Params, type Rejection, RPC, recordOf } from './eras.ts';
import { membersOf, type Result } from './wire.ts';

/** The capability that a client must have declared for each kind of question. */
const CAPABILITIES: Readonly<Record<AskMethod, string>> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
};

/** One call of a tool or prompt that may ask back. */
export interface Asking {
  era: Era;
  method: string;
  params: Params;
  principal: Principal;
  seal: SignedText | undefined;
}

/** What this client can be asked and has answered; undefined in the older versions, where it cannot be. */
export function conversationOf(asking: Asking): Conversation | Rejection | undefined {
  const { era, params } = asking;
  if (era.kind === 'legacy') return undefined;
  const answers = params.inputResponses === undefined ? {} : recordOf(params.inputResponses);
  if (answers === undefined || !Object.values(answers).every((answer) => recordOf(answer) !== undefined)) {
    return invalidParams('`inputResponses` must hold an object for every answer');
  }
  const state = openedState(asking);
  if (typeof state === 'object') return state;
  return {
    canAsk: (method, mode = 'form') => canBeAsked(era.capabilities, method, mode),
    answers: answers as Conversation['answers'],
    state,
  };
}

/** A form is what every client shows that names no kinds of asking; one that names kinds has to name it. Addresses are always named. */
function canBeAsked(capabilities: Params, method: AskMethod, mode: 'form' | 'url'): boolean {
  const capability = recordOf(capabilities[CAPABILITIES[method]]);
  if (capability === undefined || method !== 'elicitation/create') return CAPABILITIES[method] in capabilities;
  return mode in capability || (mode === 'form' && Object.keys(capability).length === 0);
}

/** The questions as a result, or the refusal that names what the client would have to be capable of. */
export function questionResult(asks: InputRequired, conversation: Conversation, asking: Asking): Result | Rejection {
  const missing = Object.values(asks.requests)
    .filter(({ method, params }) => !conversation.canAsk(method, params.mode === 'url' ? 'url' : 'form'))
    .map(({ method }) => CAPABILITIES[method]);
  if (missing.length > 0) {
    return {
      status: 400,
      code: RPC.missingCapability,
      message: `This call has to ask back, which needs the client capabilities: ${missing.join(', ')}`,
      data: { requiredCapabilities: Object.fromEntries(missing.map((name) => [name, {}])) },
    };
  }
  const requestState = sealedState(asks, asking);
  const members = membersOf({ inputRequests: asks.requests, ...(requestState !== undefined && { requestState }) });
  return { members, resultType: 'input_required' };
}

function openedState(asking: Asking): string | undefined | Rejection {
  const { requestState } = asking.params;
  if (requestState === undefined) return undefined;
  const opened = typeof requestState === 'string' ? asking.seal?.open(requestState, contextOf(asking)) : undefined;
  return opened ?? invalidParams('`requestState` is not what this server gave out for this call');
}

function sealedState({ state }: InputRequired, asking: Asking): string | undefined {
  if (state === undefined) return undefined;
  if (asking.seal === undefined) throw new Error('a tool that keeps state while it asks needs an address with a seal');
  return asking.seal.seal(state, contextOf(asking));
}

/** State is good for the same key and the same tool or prompt only. */
function contextOf({ method, params, principal }: Asking): string {
  return JSON.stringify([principal.id, method, params.name]);
}
