import { zonedCron } from '@millwright/contract/records/cron'
import { Cron } from 'croner'

/** What is wrong with a cron expression; null when nothing is. */
export function cronProblem(text: string): string | null {
  try {
    if (timesOf(text).nextRun() === null) return 'cron matches no point in time.'
    return null
  } catch {
    return 'cron must be five or six fields, such as 0 6 * * 1-5 for six o’clock on weekdays, in UTC or after a time zone such as TZ=Europe/Berlin.'
  }
}

/**
 * The times of a cron expression with its time zone, or in UTC. A time that is skipped when clocks are put forward counts as the moment
 * after; one that comes twice counts once.
 */
export function timesOf(cron: string): Cron {
  const { fields, timezone } = zonedCron(cron)
  return new Cron(fields, { timezone })
}
