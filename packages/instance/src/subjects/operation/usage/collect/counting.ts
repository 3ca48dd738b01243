import type { FinishedCall } from '../../../../gateway/ports/usage.ts'
import { consoleApp } from '../../../../platform/console-app.ts'
import { credentialName, RefusedCaller } from '../../../../request/caller.ts'
import { resourceTemplate, type TemplateForm } from '../address-forms.ts'
import { isRefused, type OutcomeCode, outcomeOf, reasonName } from '../dimensions.ts'
import { bucketOf } from '../histogram.ts'
import { type Bounds, Callers, otherName, UsageTargets } from './dictionary.ts'
import { type CallerEntry, Cell, Pair, type UsageTarget } from './entities.ts'

/** Calls counted in one minute, or in a part of it. */
export interface Batch {
  /** Since 1970. */
  readonly minute: number
  readonly cells: readonly Cell[]
}

/** A counted call. */
export interface CountedCall {
  readonly target: UsageTarget
  readonly caller: CallerEntry
  readonly outcome: OutcomeCode
}

interface CountingParts {
  readonly bounds: Bounds
  /** Form of a service's paths; `null`: there is no such service. */
  readonly formOf: (service: string) => TemplateForm | null
}

/** Counts calls in memory, synchronously, with a few lookups and additions each. */
export class Counting {
  readonly targets: UsageTargets
  readonly ownTargets: UsageTargets
  readonly callers: Callers
  readonly #bounds: Bounds
  readonly #formOf: CountingParts['formOf']
  #cells: Cell[] = []
  #closed: Batch[] = []
  #round = 0
  #pairs = 0
  /** Since 1970. */
  #minute = 0
  /** The day to which the names in the dictionaries belong, since 1970. */
  #day = 0

  constructor({ bounds, formOf }: CountingParts) {
    this.#bounds = bounds
    this.#formOf = formOf
    this.targets = new UsageTargets(bounds, false)
    this.ownTargets = new UsageTargets(bounds, true)
    this.callers = new Callers(bounds)
  }

  /** `minute`: when the call ended, since 1970. */
  count(call: FinishedCall, service: string, minute: number, now: number): CountedCall {
    if (minute > this.#minute) this.#begin(minute)
    const outcome = outcomeOf(call)
    const refused = call.failure instanceof RefusedCaller ? call.failure.caller : null
    const by = call.caller ?? refused
    const target = this.#targetOf(call, service, isOwn(by?.app ?? null, service) ? this.ownTargets : this.targets)
    const caller = this.callers.find(by, call.requestor ?? 'API', clientOf(call))
    const pair = target.pairs.get(caller) ?? this.#pair(target, caller)
    let cell = pair.cells[outcome]
    if (cell === undefined || cell.round !== this.#round) {
      cell = new Cell(pair, outcome, this.#round)
      pair.cells[outcome] = cell
      this.#cells.push(cell)
    }
    const microseconds = Math.round(call.milliseconds * 1000)
    cell.n += 1
    cell.microseconds += microseconds
    if (microseconds > cell.longest) cell.longest = microseconds
    if (call.bytesIn !== null) cell.bytesIn += call.bytesIn
    if (call.bytesOut !== null) cell.bytesOut += call.bytesOut
    const bucket = bucketOf(microseconds)
    cell.histogram[bucket] = (cell.histogram[bucket] ?? 0) + 1
    if (!caller.isInner) noteUse(caller, call, service, outcome, now)
    return { target, caller, outcome }
  }

  /** Returns what was counted since the last call, in chronological order. */
  take(): Batch[] {
    this.#close()
    const taken = this.#closed
    this.#closed = []
    return taken
  }

  /** Allows the next minute to precede the last one. */
  resetMinute(): void {
    this.#close()
    this.#minute = 0
  }

  #begin(minute: number): void {
    this.#close()
    // Names are only cleared between days: a name that came back within a day would start its daily totals from zero.
    const day = Math.floor(minute / 1440)
    if (day !== this.#day) {
      this.#day = day
      this.targets.clear()
      this.ownTargets.clear()
      this.callers.clear()
      this.#pairs = 0
    }
    this.#minute = minute
  }

  #close(): void {
    if (this.#cells.length === 0) return
    this.#closed.push({ minute: this.#minute, cells: this.#cells })
    this.#cells = []
    this.#round += 1
  }

  #targetOf(call: FinishedCall, service: string, targets: UsageTargets): UsageTarget {
    const { asked, status } = call
    const verb = asked?.verb ?? (verbs.has(call.method) ? call.method : 'GET')
    const form = this.#formOf(service)
    if (form === null) return targets.other(otherName, verb)
    const isNowhere = (status === 404 || status === 405) && call.isKnown !== true
    if (asked === null || isNowhere) return named(targets, service, verb, asked?.resource, form)
    return targets.find(service, resourceTemplate(asked.resource, form), verb, status < 400 || status >= 500)
  }

  #pair(target: UsageTarget, caller: CallerEntry): Pair {
    const isFull = this.#pairs >= this.#bounds.pairs
    const counted = isFull ? this.callers.otherOf(caller.key) : caller
    const known = target.pairs.get(counted)
    if (known !== undefined) return known
    this.#pairs += 1
    const newPair = new Pair(target, counted)
    target.pairs.set(counted, newPair)
    return newPair
  }
}

const verbs = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

const administration: ReadonlySet<string> = new Set(['system', 'user', 'api_docs', 'logs'])

/** Whether the console makes such requests: as its app, or, where it is served without a key, as none for administration. */
function isOwn(app: { readonly name: string } | null, service: string): boolean {
  return app === null ? administration.has(service) : app.name === consoleApp
}

/** If the response does not confirm that the resource exists, the call counts under its name only if that is already known. */
function named(
  targets: UsageTargets,
  service: string,
  verb: string,
  resource: string | undefined,
  form: TemplateForm,
): UsageTarget {
  const known = resource === undefined ? undefined : targets.known(service, resourceTemplate(resource, form), verb)
  return known ?? targets.other(service, verb)
}

/** Records the last use of the caller's app, person and role. */
function noteUse(caller: CallerEntry, call: FinishedCall, service: string, outcome: OutcomeCode, now: number): void {
  if (isRefused(outcome)) {
    caller.lastDenied = now
    caller.lastReason = reasonName(outcome)
    return
  }
  caller.lastUsed = now
  caller.lastService = service
  caller.lastStatus = call.status
}

/** The calling program as it identified itself, or by the token that it used. */
function clientOf({ client, caller }: FinishedCall): string {
  return client ?? credentialName(caller?.program) ?? ''
}
