import { Problem } from '@millwright/contract/problem'
import type { Verb } from '@millwright/contract/verbs'
import type { FinishedCall } from '../../../gateway/ports/usage.ts'
import { RequestTimings } from '../../../platform/tracing/request-context.ts'
import type { Caller } from '../../../request/caller.ts'

/** A group of callers that take turns, and their calls; each group has a share of all calls. */
export interface DemoTraffic {
  readonly callers: readonly Caller[]
  readonly share: number
  readonly asks: readonly DemoAsk[]
  /** Whether they only call during office hours. */
  readonly byDay: boolean
}

interface DemoAsk {
  readonly verb: Verb
  readonly service: string
  readonly resource: string
  readonly query?: string
  /** Typical response time in milliseconds. */
  readonly ms: number
  readonly bytes: number
  /** Share of calls that fail. */
  readonly fails?: { readonly share: number; readonly status: number; readonly reason?: string }
}

export interface DemoSpan {
  /** Milliseconds since 1970. */
  readonly from: number
  readonly until: number
  /** Minutes between bursts of calls. */
  readonly step: number
  /** Number of calls in the busiest burst. */
  readonly most: number
}

const minute = 60_000
const day = 1440 * minute

/** Yields the calls of a time span in order: busy by day, quiet at night and on weekends, increasing every week. */
export function* demoTraffic(
  traffic: readonly DemoTraffic[],
  { from, until, step, most }: DemoSpan,
  random: () => number,
): Iterable<{ readonly at: number; readonly call: FinishedCall }> {
  for (let start = from; start < until; start += step * minute) {
    const hours = busy(start)
    const growth = 0.7 + (0.3 * (start - from)) / Math.max(until - from, 30 * day)
    const calls: { at: number; call: FinishedCall }[] = []
    for (const part of traffic) {
      const expected = most * part.share * growth * (part.byDay ? hours : 0.25 + 0.75 * hours)
      const count = Math.floor(expected + random())
      for (let each = 0; each < count; each++) {
        const at = start + Math.floor(random() * Math.min(step, 3) * minute)
        if (at < until) calls.push({ at, call: callOf(part, at, random) })
      }
    }
    yield* calls.sort((one, other) => one.at - other.at)
  }
}

/** Returns the load from 0 to 1. */
function busy(at: number): number {
  const date = new Date(at)
  const hour = date.getHours() + date.getMinutes() / 60
  const curve = Math.max(0.04, Math.exp(-(((hour - 10.5) / 2.6) ** 2)) + 0.8 * Math.exp(-(((hour - 15.5) / 2.4) ** 2)))
  const isWeekend = date.getDay() === 0 || date.getDay() === 6
  return Math.min(1, curve * (isWeekend ? 0.2 : 1))
}

function callOf({ callers, asks }: DemoTraffic, at: number, random: () => number): FinishedCall {
  const ask = pick(asks, random)
  const caller = pick(callers, random)
  const failed = ask.fails !== undefined && random() < ask.fails.share ? ask.fails : null
  const milliseconds =
    failed === null ? ask.ms * (0.6 + 0.5 * random() + (random() > 0.97 ? 12 * random() : 0)) : 0.4 + random()
  const status = failed?.status ?? (ask.verb === 'POST' ? 201 : 200)
  const story = new RequestTimings()
  if (failed === null) story.add({ kind: 'database', name: ask.service }, milliseconds * 0.7)
  return {
    id: `demo-${at.toString(36)}-${Math.floor(random() * 1e9).toString(36)}`,
    asked: {
      verb: ask.verb,
      service: ask.service,
      resource: ask.resource.replace('{id}', String(1 + Math.floor(random() * 100))),
      query: ask.query,
      credentials: { apiKey: null },
    },
    service: ask.service,
    method: ask.verb,
    status,
    milliseconds,
    address: `192.0.2.${1 + Math.floor(random() * 20)}`,
    caller,
    failure: failed === null ? undefined : problemOf(failed),
    isCutOff: false,
    bytesIn: ask.verb === 'GET' ? 0 : 180 + Math.floor(random() * 300),
    bytesOut: failed === null ? Math.floor(ask.bytes * (0.5 + random())) : 160,
    story,
  }
}

function problemOf({ status, reason }: { readonly status: number; readonly reason?: string }): Problem {
  return new Problem(status, `Answered ${status}.`, reason === undefined ? {} : { reason })
}

function pick<T>(list: readonly T[], random: () => number): T {
  const found = list[Math.floor(random() * list.length)]
  if (found === undefined) throw new Error('There is nothing to pick from.')
  return found
}
