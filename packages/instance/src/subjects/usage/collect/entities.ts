import type { RefusalReason } from '@millwright/contract/wire/usage'
import { type Histogram, newHistogram } from '../histogram.ts'
import type { OutcomeCode } from '../outcome.ts'
import { SpanTotals } from './span-totals.ts'

/** What is called: a verb on a resource of a service, or without these the service as a whole. */
export class Target {
  /** In the database; null: not known yet. */
  id: number | null = null
  readonly service: string
  readonly resource: string
  readonly verb: string
  /** Null for a service as a whole. */
  readonly whole: Target | null
  readonly totals = new SpanTotals()
  /** By whom it was called on this day. */
  readonly pairs = new Map<CallerEntry, Pair>()
  /** Whether a call of it was ever answered with something else than a refusal: only then its name is not made up. */
  isProven = false

  constructor(service: string, resource: string, verb: string, whole: Target | null) {
    this.service = service
    this.resource = resource
    this.verb = verb
    this.whole = whole
  }
}

export interface CallerKey {
  readonly appId: number
  readonly userId: number
  readonly roleId: number
  readonly requestor: string
  readonly client: string
  readonly appName: string | null
  readonly roleName: string | null
}

/** Who calls: an app, a person, a role and a way, or without all but the first the app as a whole. 0: none. */
export class CallerEntry {
  id: number | null = null
  readonly key: CallerKey
  /** The app as a whole, or all that have none; null when this is it. */
  readonly whole: CallerEntry | null
  readonly totals = new SpanTotals()
  /** Milliseconds since 1970; 0: not since this was written last. */
  lastUsed = 0
  lastDenied = 0
  lastService = ''
  lastStatus = 0
  lastReason: RefusalReason | null = null

  constructor(key: CallerKey, whole: CallerEntry | null) {
    this.key = key
    this.whole = whole
  }
}

/** Who calls what. */
export class Pair {
  readonly target: Target
  readonly caller: CallerEntry
  readonly totals = new SpanTotals()
  /** By outcome: what was counted since the last time that counts were taken. */
  readonly cells: Cell[] = []

  constructor(target: Target, caller: CallerEntry) {
    this.target = target
    this.caller = caller
  }
}

/** What was counted of one pair and outcome since counts were taken last. */
export class Cell {
  readonly pair: Pair
  readonly outcome: OutcomeCode
  /** Which taking of counts it belongs to. */
  readonly round: number
  n = 0
  microseconds = 0
  longest = 0
  bytesIn = 0
  bytesOut = 0
  readonly histogram: Histogram = newHistogram()

  constructor(pair: Pair, outcome: OutcomeCode, round: number) {
    this.pair = pair
    this.outcome = outcome
    this.round = round
  }
}
