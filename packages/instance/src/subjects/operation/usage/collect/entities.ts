import type { RefusalReason } from '@millwright/contract/wire/usage'
import type { UsageRequestor } from '../../../../gateway/ports/usage.ts'
import type { OutcomeCode } from '../dimensions.ts'
import { type Histogram, newHistogram } from '../histogram.ts'
import { SpanTotals } from './span-totals.ts'

/** A verb on a resource of a service, or with both empty, the service as a whole. */
export class UsageTarget {
  /** Id in the database; `null`: not known yet. */
  id: number | null = null
  readonly service: string
  readonly resource: string
  readonly verb: string
  /** Whether these are the console's calls, which are counted apart. */
  readonly own: boolean
  /** `null` for a service as a whole. */
  readonly whole: UsageTarget | null
  readonly totals = new SpanTotals()
  /** Callers of the current day. */
  readonly pairs = new Map<CallerEntry, Pair>()
  /** Whether a call was ever answered with anything but a rejection, which proves that the name is not made up. */
  isProven = false

  constructor(service: string, resource: string, verb: string, own: boolean, whole: UsageTarget | null) {
    this.service = service
    this.resource = resource
    this.verb = verb
    this.own = own
    this.whole = whole
  }
}

/** The requestor of requests that are part of others. */
export const inner = 'SCRIPT' satisfies UsageRequestor

export interface CallerKey {
  readonly appId: number
  readonly userId: number
  readonly roleId: number
  readonly requestor: string
  readonly client: string
  readonly appName: string | null
  readonly roleName: string | null
}

/** A combination of app, person, role, requestor and client, or with only the first, the app as a whole. 0: none. */
export class CallerEntry {
  id: number | null = null
  readonly key: CallerKey
  /** The app as a whole, or all callers without one; `null` if this is it. */
  readonly whole: CallerEntry | null
  /** Whether these are scripts, whose requests are part of others: they are in no total. */
  readonly isInner: boolean
  readonly totals = new SpanTotals()
  /** Milliseconds since 1970; 0: not since the last write. */
  lastUsed = 0
  lastDenied = 0
  lastService = ''
  lastStatus = 0
  lastReason: RefusalReason | null = null

  constructor(key: CallerKey, whole: CallerEntry | null) {
    this.key = key
    this.whole = whole
    this.isInner = key.requestor === inner
  }
}

/** A target and a caller. */
export class Pair {
  readonly target: UsageTarget
  readonly caller: CallerEntry
  readonly totals = new SpanTotals()
  /** Counts since they were last taken, by outcome. */
  readonly cells: Cell[] = []

  constructor(target: UsageTarget, caller: CallerEntry) {
    this.target = target
    this.caller = caller
  }
}

/** Counts of one pair and outcome since they were last taken. */
export class Cell {
  readonly pair: Pair
  readonly outcome: OutcomeCode
  /** Number of the round of counting that it belongs to. */
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
