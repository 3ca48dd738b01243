import type { FieldMessages } from '@millwright/contract/problem'
import type { ConfigFields } from '@millwright/contract/service-config/config-field'
import type { Log } from '../platform/log.ts'
import type { ApiRequest, ApiResponse } from '../request/api-request.ts'
import type { Author } from '../request/caller.ts'
import type { CompiledRole } from '../request/compiled-role.ts'
import type { Parts } from './parts.ts'
import type { EventPath } from './ports/event-path.ts'
import type { ApiDescription } from './ports/openapi.ts'
import type { ScriptHost } from './ports/script-host.ts'
import type { EndSessions, Enter } from './ports/sign-in.ts'
import type { Service } from './service.ts'

/** A row of `service` as calls need it. */
export interface ServiceRow {
  readonly id: number
  readonly name: string
  readonly label: string | null
  readonly description: string | null
  readonly isActive: boolean
  readonly type: string
  /** Who wrote its settings. */
  readonly author: Author
}

/** A type of services, declared once (docs/wire/services.md). */
export interface ServiceKind {
  readonly name: string
  readonly label: string
  readonly group: string
  /** A sentence for people who meet the kind for the first time. */
  readonly description: string
  /** The subscription that the genuine platform asks for; null: none. */
  readonly tier: 'SILVER' | 'GOLD' | null
  /** There is exactly one, which comes with the instance. */
  readonly singleton: boolean
  /** Whether people may write the API description of its services themselves. */
  readonly definitionEditable: boolean
  /** The settings; null: it has none. */
  readonly config: ConfigFields | null
  /** Lookup keys stay in its configuration, for each call to replace as its caller has them; absent: they are the instance's. */
  readonly readsLookups?: boolean
  /**
   * Settings that other instances of the wire send along, which are passed over, where any other unknown one is refused; absent: all that are
   * unknown are passed over.
   */
  readonly knownElsewhere?: readonly string[]
  /** Complaints by setting that no setting alone can tell; absent: there is none. */
  readonly check?: CheckConfig
  /** What is read of a service to find out whether its other side answers; absent: what is read of all of its group. */
  readonly trial?: Trial
  /** The addresses that its events are named after; absent: those of its group. */
  readonly paths?: readonly EventPath[]
  /** What a service of this name can be asked, whatever is in it; absent: what those of its group can. */
  readonly describe?: (service: string) => ApiDescription
  /** Whether this machine has what `make` needs; absent: any has. */
  readonly isAvailable?: () => boolean
  /** Why this instance cannot run it, as a sentence; absent with `make`. */
  readonly unavailable?: string
  /** Absent: this instance cannot run it; no new ones can be made, and stored ones answer 503. */
  readonly make?: MakeService
}

/** A `GET` that succeeds where a service reaches its other side, and changes nothing. */
export interface Trial {
  readonly resource: string
  readonly params: Readonly<Record<string, string>>
}

/** `config`: as it will be stored, its secrets readable; what has lookup keys in it is not replaced yet. */
export type CheckConfig = (
  config: Readonly<Record<string, unknown>>,
  by: { readonly dataFolder: string; readonly sysadmin: boolean },
) => FieldMessages | null

/** Makes a running service; must not wait for anything: what it connects to is for its first call to reach. */
export type MakeService = (made: ServiceParts) => Service

export interface ServiceParts {
  readonly row: ServiceRow
  /** Secrets readable, defaults filled in, lookup keys replaced, private ones too, unless its kind reads them itself. */
  readonly config: Readonly<Record<string, unknown>>
  readonly host: ServiceHost
  /** Tells how its other side is, where no call does: null is well, else a sentence says why not. */
  readonly health: (reason: string | null) => void
}

/** What a service may use of the instance that it runs on. */
export interface ServiceHost {
  readonly parts: Parts
  readonly log: Log
  /** The gateway from "authorize" on: another service called for the same caller. Throws the refusal. */
  call(request: ApiRequest): Promise<ApiResponse>
  /** The same for what a client asked for itself, only not by HTTP: it is counted and reported as if it had come that way. */
  callCounted(request: ApiRequest): Promise<ApiResponse>
  /** Counts a request that no service is called for. Refuses what is too much. */
  count(request: ApiRequest): Promise<void>
  /** What a role allows now; null: there is no such role. */
  roleOf(id: number): Promise<CompiledRole | null>
  /** Of the kind of services; null: there is no such kind. */
  groupOf(type: string): string | null
  /** Null: there is none. */
  serviceById(id: number): Promise<ServiceRow | null>
  /** `name` in any case; null: there is none. */
  serviceByName(name: string): Promise<ServiceRow | null>
  readonly scripts: ScriptHost
  /** For services to which people come back from a provider. */
  readonly enter: Enter
  /** For services that tell when somebody signed out there. */
  readonly endSessions: EndSessions
  /** False for a name that was used before, on whatever node; it is forgotten after `until`, in unix seconds. */
  useOnce(name: string, until: number): Promise<boolean>
  /** What runs the services that every instance has. */
  builtIn(name: 'system' | 'user' | 'api_docs'): Service
}

type Special = 'tier' | 'singleton' | 'definitionEditable'

/** A kind of which there can be many, without a subscription or a description of its own unless it says so. */
export function serviceKind(kind: Omit<ServiceKind, Special> & Partial<Pick<ServiceKind, Special>>): ServiceKind {
  return { tier: null, singleton: false, definitionEditable: false, ...kind }
}

/** Whether services of a group have `_schema` and `_table`. */
export function hasTables(group: string | null | undefined): boolean {
  return group === 'Database' || group === 'Big Data'
}
