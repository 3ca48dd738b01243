import { timesOf } from '../../ground/models/task-model.ts'

/** When a task runs: at an interval, or by a cron expression. */
export interface Schedule {
  /** Interval in minutes. */
  readonly frequency: number
  /** Cron expression, with its time zone or in UTC; takes precedence over `frequency`. */
  readonly cron: string | null
}

const minute = 60_000
/** Tolerated clock difference between nodes, in milliseconds. */
const clocksDiffer = 5 * minute
/** Missed runs are counted up to this number. */
const maxCounted = 1000

/** The first due time after `now`; all times here are milliseconds since 1970. `null`: never. */
export function firstDue({ frequency, cron }: Schedule, now: number): number | null {
  return cron === null ? now + frequency * minute : (timesOf(cron).nextRun(new Date(now))?.getTime() ?? null)
}

export interface NextDue {
  readonly next: number | null
  /** Number of due times between the current one and now, at most 1000. */
  readonly missed: number
}

/** The first due time after `now`; missed runs are not caught up. */
export function nextDue({ frequency, cron }: Schedule, due: number, now: number): NextDue {
  if (cron === null) {
    const passed = Math.max(0, Math.floor((now - due) / (frequency * minute)))
    return { next: due + (passed + 1) * frequency * minute, missed: Math.min(passed, maxCounted) }
  }
  const timetable = timesOf(cron)
  let missed = 0
  let next = timetable.nextRun(new Date(due))
  while (next !== null && next.getTime() <= now && missed < maxCounted) {
    missed += 1
    next = timetable.nextRun(next)
  }
  if (next !== null && next.getTime() <= now) next = timetable.nextRun(new Date(now))
  return { next: next?.getTime() ?? null, missed }
}

/**
 * The corrected due time if the clock was set back since it was computed; `null` if it is right. Tolerates small clock
 * differences between nodes.
 */
export function dueAfterSetback(timetable: Schedule, due: number, now: number): number | null {
  const first = firstDue(timetable, now)
  return first === null || due <= first + clocksDiffer ? null : first
}
