import type { Answers, KnownPath, KnownVerb } from '@millwright/contract/wire/endpoints'
import type { Reply } from './answer.ts'
import { t } from './messages.ts'
import type { Call, Params, Transport } from './transport.ts'

let transport: Transport | null = null

/** Sets the way by which every call goes: once at start, and by each test. */
export function connect(way: Transport): void {
  transport = way
}

function connected(): Transport {
  if (!transport) throw new Error(t.nothingIsConnectedYetCall)
  return transport
}

/**
 * Makes a call to the instance. Throws `InstanceError`; when the session ran out it is renewed, if need be by asking the
 * person, and the call is repeated once before that. A call that the contract knows, by verb and path, has the type of its answer;
 * of other servers, and in lists with only some `fields`, members may be missing.
 */
export function send<V extends KnownVerb, P extends KnownPath<V>>(call: KnownCall<V, P>): Promise<Reply<Answers[V][P]>>
export function send<T>(call: Call): Promise<Reply<T>>
export function send<T>(call: Call): Promise<Reply<T>> {
  return connected().send<T>(call)
}

type KnownCall<V extends KnownVerb, P extends KnownPath<V>> = Call & {
  readonly verb: V
  readonly path: P
  readonly as?: 'data'
}

/** A call that somebody tries: its answer as it comes, whatever the status; with the `key` of an app, as that app. */
export function exchange(call: Call, key?: string): Promise<Response> {
  return connected().exchange(call, key)
}

/** The whole address of a path below the prefix. Never put a token into it. */
export function instanceAddress(path: string, params?: Params): string {
  return connected().address(path, params)
}
