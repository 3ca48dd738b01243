import { timesOf } from '../../platform/cron.ts'

/** When a task runs: every so many minutes, or as a cron expression says. */
export interface Timetable {
  /** Minutes. */
  readonly frequency: number
  /** With its time zone, or in UTC; goes before the frequency. */
  readonly cron: string | null
}

const minute = 60_000
/** Milliseconds by which clocks of nodes may differ. */
const clocksDiffer = 5 * minute
/** Runs that are counted one by one before it is said that many were missed. */
const mostCounted = 1000

/** The first time after a moment; milliseconds since 1970, as all of these. Null: never. */
export function firstDue({ frequency, cron }: Timetable, now: number): number | null {
  return cron === null ? now + frequency * minute : (timesOf(cron).nextRun(new Date(now))?.getTime() ?? null)
}

export interface NextDue {
  readonly next: number | null
  /** Times between the one that is due and now, at most 1000. */
  readonly missed: number
}

/** The time after one that is due, beyond now; runs that were missed are not made up for. */
export function nextDue({ frequency, cron }: Timetable, due: number, now: number): NextDue {
  if (cron === null) {
    const passed = Math.max(0, Math.floor((now - due) / (frequency * minute)))
    return { next: due + (passed + 1) * frequency * minute, missed: Math.min(passed, mostCounted) }
  }
  const timetable = timesOf(cron)
  let missed = 0
  let next = timetable.nextRun(new Date(due))
  while (next !== null && next.getTime() <= now && missed < mostCounted) {
    missed += 1
    next = timetable.nextRun(next)
  }
  if (next !== null && next.getTime() <= now) next = timetable.nextRun(new Date(now))
  return { next: next?.getTime() ?? null, missed }
}

/**
 * When a task is due instead, where the clock was set back since its time was worked out; null: its time is right. Nodes whose clocks
 * differ a little do not correct each other.
 */
export function dueAfterSetback(timetable: Timetable, due: number, now: number): number | null {
  const first = firstDue(timetable, now)
  return first === null || due <= first + clocksDiffer ? null : first
}
