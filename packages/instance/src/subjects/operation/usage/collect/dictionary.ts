import type { Caller } from '../../../../request/caller.ts'
import type { Forgotten } from '../forget.ts'
import { CallerEntry, type CallerKey, inner, UsageTarget } from './entities.ts'

/** Most names and callers that are distinguished; any beyond are counted without their name. */
export interface Bounds {
  readonly targets: number
  /** Most resources that have only been rejected so far, whose names may therefore be made up. */
  readonly unproven: number
  readonly callers: number
  /** Most pairs of target and caller per day. */
  readonly pairs: number
}

export const usualBounds: Bounds = { targets: 2_000, unproven: 200, callers: 20_000, pairs: 20_000 }

/** Name for resources beyond the limits, and for nonexistent services. */
export const otherName = '(other)'

/** Called resources. */
export class UsageTargets {
  readonly #bounds: Bounds
  readonly #own: boolean
  readonly #byService = new Map<string, Map<string, Map<string, UsageTarget>>>()
  readonly #wholes = new Map<string, UsageTarget>()
  #count = 0
  #unproven = 0

  /** `own`: as called by the console. */
  constructor(bounds: Bounds, own: boolean) {
    this.#bounds = bounds
    this.#own = own
  }

  /** `answered`: with anything but a rejection. */
  find(service: string, resource: string, verb: string, answered: boolean): UsageTarget {
    const found = this.known(service, resource, verb)
    if (found === undefined) return this.#add(service, resource, verb, answered)
    if (answered && !found.isProven) {
      found.isProven = true
      this.#unproven -= 1
    }
    return found
  }

  /** `undefined`: not counted under its name so far. */
  known(service: string, resource: string, verb: string): UsageTarget | undefined {
    return this.#byService.get(service)?.get(verb)?.get(resource)
  }

  other(service: string, verb: string): UsageTarget {
    return this.#byService.get(service)?.get(verb)?.get(otherName) ?? this.#put(service, otherName, verb, true)
  }

  #add(service: string, resource: string, verb: string, answered: boolean): UsageTarget {
    const isFull = this.#count >= this.#bounds.targets || (!answered && this.#unproven >= this.#bounds.unproven)
    if (isFull) return this.other(service, verb)
    return this.#put(service, resource, verb, answered)
  }

  #put(service: string, resource: string, verb: string, isProven: boolean): UsageTarget {
    let whole = this.#wholes.get(service)
    if (whole === undefined) {
      whole = new UsageTarget(service, '', '', this.#own, null)
      this.#wholes.set(service, whole)
    }
    const target = new UsageTarget(service, resource, verb, this.#own, whole)
    target.isProven = isProven
    this.#count += 1
    if (!isProven) this.#unproven += 1
    const byVerb = this.#byService.get(service) ?? new Map<string, Map<string, UsageTarget>>()
    const byResource = byVerb.get(verb) ?? new Map<string, UsageTarget>()
    this.#byService.set(service, byVerb.set(verb, byResource.set(resource, target)))
    return target
  }

  *all(): Iterable<UsageTarget> {
    for (const byVerb of this.#byService.values()) {
      for (const byResource of byVerb.values()) yield* byResource.values()
    }
  }

  /** Clears the names; those in use will be added again. */
  clear(): void {
    this.#byService.clear()
    this.#wholes.clear()
    this.#count = 0
    this.#unproven = 0
  }
}

/** Callers. */
export class Callers {
  readonly #bounds: Bounds
  /** The caller object is the same from call to call as long as nothing about it changes. */
  #byObject = new WeakMap<Caller, CallerEntry>()
  readonly #byKey = new Map<string, CallerEntry>()
  readonly #wholes = new Map<number, CallerEntry>()

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  find(caller: Caller | null, requestor: string, client: string): CallerEntry {
    if (caller === null || client !== '' || requestor !== 'API') return this.#byKeyOf(caller, requestor, client)
    const known = this.#byObject.get(caller)
    if (known !== undefined) return known
    const found = this.#byKeyOf(caller, requestor, client)
    this.#byObject.set(caller, found)
    return found
  }

  /** The entry under which calls beyond the limits are counted: the app, if any, without person and role. */
  otherOf({ appId, appName, requestor: named }: CallerKey): CallerEntry {
    const requestor = named === inner ? inner : otherName
    return this.#put({ appId, userId: 0, roleId: 0, requestor, client: '', appName, roleName: null })
  }

  *all(): Iterable<CallerEntry> {
    yield* this.#byKey.values()
  }

  clear(): void {
    this.#byObject = new WeakMap()
    this.#byKey.clear()
    this.#wholes.clear()
  }

  /** Removes callers whose rows were anonymized. Callers without an id have no row yet and stay. */
  forget(what: Forgotten): void {
    const isGone = ({ id, key }: CallerEntry) =>
      id !== null && ('user' in what ? key.userId === what.user : key.appId === what.app)
    this.#byObject = new WeakMap()
    for (const [name, entry] of this.#byKey) if (isGone(entry)) this.#byKey.delete(name)
    for (const [app, entry] of this.#wholes) if (isGone(entry)) this.#wholes.delete(app)
  }

  #byKeyOf(caller: Caller | null, requestor: string, client: string): CallerEntry {
    const key: CallerKey = {
      appId: caller?.app?.id ?? 0,
      userId: caller?.user?.id ?? 0,
      roleId: caller?.role?.id ?? 0,
      requestor,
      client,
      appName: caller?.app?.name ?? null,
      roleName: caller?.role?.name ?? null,
    }
    const isFull = this.#byKey.size >= this.#bounds.callers
    return this.#known(key) ?? (isFull ? this.otherOf(key) : this.#put(key))
  }

  #known(key: CallerKey): CallerEntry | undefined {
    return this.#byKey.get(nameOf(key))
  }

  #put(key: CallerKey): CallerEntry {
    const known = this.#known(key)
    if (known !== undefined) return known
    const newEntry = new CallerEntry(key, this.#wholeOf(key))
    this.#byKey.set(nameOf(key), newEntry)
    return newEntry
  }

  #wholeOf({ appId, appName }: CallerKey): CallerEntry {
    const known = this.#wholes.get(appId)
    if (known !== undefined) return known
    const key = { appId, userId: 0, roleId: 0, requestor: '', client: '', appName, roleName: null }
    const newEntry = new CallerEntry(key, null)
    this.#wholes.set(appId, newEntry)
    return newEntry
  }
}

const nameOf = ({ appId, userId, roleId, requestor, client }: CallerKey): string =>
  `${appId}/${userId}/${roleId}/${requestor}/${client}`
