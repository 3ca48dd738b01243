import type { Log } from '../platform/log.ts'
import type { ApiRequest, ApiResponse } from '../request/api-request.ts'
import type { Author } from '../request/caller.ts'
import type { CompiledRole } from '../request/compiled-role.ts'
import type { Parts } from './parts.ts'
import type { ScriptHost } from './ports/script-runner.ts'
import type { KindDeclaration, ServiceKinds } from './ports/service-kinds.ts'
import type { EndSessions, StartProgramSession, StartSession } from './ports/sign-in.ts'
import type { Service } from './service.ts'

/** The part of a `service` row that requests need. */
export interface ServiceRow {
  readonly id: number
  readonly name: string
  readonly label: string | null
  readonly description: string | null
  readonly isActive: boolean
  readonly type: string
  /** Who wrote its settings. */
  readonly author: Author
  /** When the record was written last, as it is stored. */
  readonly modified: string
}

/** A service type, declared once (docs/wire/services.md). */
export interface ServiceKind extends KindDeclaration {
  /** Whether this machine has what `make` needs; if absent, every machine does. */
  readonly isAvailable?: () => boolean
  /** Why this instance cannot run services of the type, as a sentence; absent with `make`. */
  readonly unavailable?: string
  /**
   * If absent, this instance cannot run services of the type: no new ones can be created, and requests to stored ones fail with
   * 503.
   */
  readonly make?: MakeService
}

/** The types with what runs their services. */
export interface RunnableKinds extends ServiceKinds {
  readonly all: readonly ServiceKind[]
  of(type: string): ServiceKind | undefined
}

/** Creates a service. Must not wait for connections, which the first request establishes. */
export type MakeService = (serviceParts: ServiceParts) => Service

export interface ServiceParts {
  readonly row: ServiceRow
  /** Decrypted, with defaults, and with lookup keys replaced, including private ones, unless the type replaces them itself. */
  readonly config: Readonly<Record<string, unknown>>
  readonly host: ServiceHost
  /** Reports the state of the remote system outside of requests: `null` if healthy, otherwise a sentence with the reason. */
  readonly health: (reason: string | null) => void
}

/** What a service may use of its instance. */
export interface ServiceHost {
  readonly parts: Parts
  readonly log: Log
  /** Calls another service for the same caller, like the gateway after identification. Rejects if the request is not allowed. */
  call(request: ApiRequest): Promise<ApiResponse>
  /** Like `call`, for a request that the client itself made, but not over HTTP: it is counted and reported as if it were. */
  callCounted(request: ApiRequest): Promise<ApiResponse>
  /** Runs work whose requests to a service are one transaction. Throws a 422 if the service has none. */
  inWhole<T>(service: string, work: () => Promise<T>, how: { readonly keeps: boolean }): Promise<T>
  /** Counts a request that calls no service. Rejects if it exceeds a limit. */
  count(request: ApiRequest): Promise<void>
  /** The current role; `null` if it does not exist. */
  roleOf(id: number): Promise<CompiledRole | null>
  /** Group of a service type; `null` if there is no such type. */
  groupOf(type: string): string | null
  /** `null` if there is none. */
  serviceById(id: number): Promise<ServiceRow | null>
  /** `name` is case-insensitive; `null` if there is none. */
  serviceByName(name: string): Promise<ServiceRow | null>
  readonly scripts: ScriptHost
  /** For services that people return to from a provider. */
  readonly enter: StartSession
  /** For services that programs sign in with. */
  readonly enterProgram: StartProgramSession
  /** For services that notify the instance of logouts. */
  readonly endSessions: EndSessions
  /** `false` if the name was used before, on any node; it can be used again after `until`, in Unix seconds. */
  useOnce(name: string, until: number): Promise<boolean>
  /** The implementation of a built-in service. */
  builtIn(name: 'system' | 'user' | 'api_docs'): Service
}

type Special = 'tier' | 'singleton' | 'definitionEditable'

/** Declares a type with defaults: any number of services, no subscription, no description of its own. */
export function serviceKind(kind: Omit<ServiceKind, Special> & Partial<Pick<ServiceKind, Special>>): ServiceKind {
  return { tier: null, singleton: false, definitionEditable: false, ...kind }
}

/** Whether services of a type can run on this machine. */
export function canRun({ make, isAvailable }: ServiceKind): boolean {
  return make !== undefined && (isAvailable?.() ?? true)
}

/** Whether services of a group have `_schema` and `_table`. */
export function hasTables(group: string | null | undefined): boolean {
  return group === 'Database' || group === 'Big Data'
}
