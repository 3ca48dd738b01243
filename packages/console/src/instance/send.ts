import type { Answers, KnownPath, KnownVerb } from '@millwright/contract/wire/endpoints'
import type { Reply } from './answer.ts'
import { t } from './messages.ts'
import type { Call, Params, Transport } from './transport.ts'

let transport: Transport | null = null

/** Sets the transport for all calls; called once at startup, and by each test. */
export function connect(way: Transport): void {
  transport = way
}

function connected(): Transport {
  if (!transport) throw new Error(t.notConnected)
  return transport
}

/**
 * Makes a request to the instance. Throws `InstanceError`. If the session expired, it is renewed first, by prompting the user if
 * necessary, and the request is repeated once. A request that the contract knows, by verb and path, has the type of its response; with
 * other servers, and in lists with selected `fields`, members may be missing.
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

/** Makes a request on behalf of the user and returns its raw response, whatever the status; with an app's `key`, as that app. */
export function sendRaw(call: Call, key?: string): Promise<Response> {
  return connected().exchange(call, key)
}

/** The full URL of a path below the prefix. Never put a token into it. */
export function instanceUrl(path: string, params?: Params): string {
  return connected().address(path, params)
}

/** The same for programs outside the browser, with scheme and host. */
export function externalUrl(path: string, params?: Params): string {
  return new URL(connected().externalAddress(path, params), window.location.href).href
}
