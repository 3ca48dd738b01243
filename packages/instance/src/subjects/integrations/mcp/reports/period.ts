import { Problem } from '@millwright/contract/problem'
import type { Params } from '../../../../request/api-request.ts'
import { text } from '../../../../request/params.ts'

/** The period of a report: up to now, in whole hours or days. */
export interface Period {
  /** As requested. */
  readonly name: string
  /** ISO 8601, in UTC. */
  readonly since: string
  readonly until: string
  readonly step: 'hour' | 'day'
}

const most = 400
const length = { hour: 3_600_000, day: 86_400_000 } as const

/** Parses `7d` or `24h`. Throws a 400 for other forms, and for more than 400 of either. */
export function readPeriod(params: Params, usual: string, now: number): Period {
  const name = text(params, 'period')?.trim().toLowerCase() || usual
  const [, count = '', unit] = /^(\d{1,3})([dh])$/.exec(name) ?? []
  const wanted = Number(count)
  if (unit === undefined || wanted < 1 || wanted > most) {
    throw new Problem(400, `'period' must be from 1 to ${most} hours or days, such as 24h or 7d.`)
  }
  const step = unit === 'h' ? 'hour' : 'day'
  const until = (Math.floor(now / length[step]) + 1) * length[step]
  return { name, since: iso(until - wanted * length[step]), until: iso(until), step }
}

const iso = (time: number): string => new Date(time).toISOString()
