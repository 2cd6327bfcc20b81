import type { Viewer } from '../../../access/viewer.ts';
import type { Persona } from '../../persona/persona.types.ts';
import type { TriggerSet } from '../../trigger/trigger-sets.ts';
import type { Trigger } from '../../trigger/trigger.types.ts';
import type { ChatContext, Preferences } from './chat-context.ts';
import type { ChatInput } from '../chat-input.types.ts';
import type { DecidedConfirmation } from '../tools/confirmation.ts';
import type { Provenance } from './provenance.ts';
import type { Session } from '../session/session.ts';
import type { ModelCalls } from './model-calls.ts';
import type { Listener } from './model-reply.ts';
import type { TurnTrace } from './trace.ts';

/** The state of one turn. */
export interface Turn extends ModelCalls {
  /** The viewer has the rights that the caller's claim about its user leaves. */
  viewer: Viewer;
  input: ChatInput;
  context: ChatContext;
  preferences: Preferences;
  session: Session;
  persona: Persona | null;
  triggers: TriggerSet;
  /** The keyword trigger that matched. */
  keyword: Trigger | null;
  /** The user's decision about a call that waited for confirmation. */
  confirmation: DecidedConfirmation | null;
  provenance: Provenance;
  trace: TurnTrace;
  started: number;
  /** Receives the answer while it is generated. */
  listener: Listener;
}
