import type { ConfigFields } from '@millwright/contract/service-config/config-field'
import type { Engine } from '../../engines/engine.ts'
import type { Reply } from '../../platform/outgoing/ask.ts'
import type { Question } from '../../platform/outgoing/guarded-request.ts'
import type { ApiRequest, ApiResponse } from '../../request/api-request.ts'
import type { ServiceKind } from '../service-kind.ts'
import type { AskedDescription } from './asked-description.ts'
import type { DocumentDatabase } from './document-database.ts'
import type { FileStorage } from './file-storage.ts'
import type { HeardEvent } from './heard-event.ts'
import type { KeyValues } from './key-values.ts'
import type { LoggedRequest } from './logged-request.ts'
import type { ApiDescription } from './openapi.ts'

/**
 * A kind of service with what runs it, loaded when the first service of the kind is asked: ours and those of other makers
 * declare themselves alike (docs/connectors.md).
 */
export type Connector = Declaration & Running

type Told = 'name' | 'label' | 'group' | 'description' | 'check' | 'paths' | 'describe' | 'trial'

interface Declaration extends Pick<ServiceKind, Told>, Partial<Pick<ServiceKind, 'tier'>> {
  readonly settings: ConfigFields
}

/** By shape, what `open` of the loaded module makes of a service's settings. */
export interface Shapes {
  readonly database: Engine
  readonly documents: DocumentDatabase
  readonly files: FileStorage
  readonly cache: KeyValues
  /** Sends messages, by whatever calls it has. */
  readonly messages: Caller
  /** Another API. */
  readonly api: Caller
}

type Running = {
  [Shape in keyof Shapes]: { readonly shape: Shape; load(): Promise<Opening<Shapes[Shape]>> }
}[keyof Shapes]

/** The module behind a declaration. `open` must not wait for the other side: that is for the first call to reach. */
export interface Opening<T> {
  open(settings: Readonly<Record<string, unknown>>, tools: ConnectorTools): T
}

/** What answers the calls of a service that has addresses of its own. */
export interface Caller {
  handle(request: ApiRequest): Promise<ApiResponse>
  /** What access rows can name besides all of it, as the other side has it; absent: nothing. */
  components?(): Promise<readonly string[]>
  /** What it can be asked, as the other side has it; absent: what the declaration says. */
  describe?(asked: AskedDescription): Promise<ApiDescription>
  /** Takes an event that a row of the setting `service_event_map` names as `event`; must not wait for the other side. */
  hear?(event: HeardEvent): void
  /** Takes requests that were logged, where the setting `requests` is not `none`; must not wait for the other side. */
  hearRequests?(requests: readonly LoggedRequest[]): void
  close?(): Promise<void>
}

/** What the instance gives a connector, which may not import any of it. */
export interface ConnectorTools {
  /** Name of the service. */
  readonly service: string
  /** The refusal to throw: a status from 400 on and a sentence for the caller. */
  refuse(status: number, sentence: string): Error
  /** A line in the operator's log. */
  log(sentence: string): void
  /**
   * One request by HTTP; redirects are answers as others. Refuses with 503 private hosts that the operator does not allow, with 502 or
   * 504 what gives no answer.
   */
  ask(question: Question, limits: AskLimits): Promise<Reply>
  /** Tells how the other side is, where no call does: null is well, else a sentence says why not. */
  health(reason: string | null): void
  /** Another service called for the caller of a request, with the caller's rights. */
  call(request: ApiRequest): Promise<ApiResponse>
  /** As `call`, later than the request that it is made of: with the rights that its caller has by then. */
  callLater(request: ApiRequest): Promise<ApiResponse>
  /** Databases that this instance speaks to, by name, for those that speak like one of them. */
  readonly engines: Readonly<Record<string, Engine>>
}

export interface AskLimits {
  /** Bytes of the answer. */
  readonly longest: number
  /** Milliseconds for all of it. */
  readonly timeout: number
  /** Ends it earlier. */
  readonly signal?: AbortSignal
}
