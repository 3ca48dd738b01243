import { zonedCron } from '@millwright/contract/records/cron'
import { Cron } from 'croner'

/** Returns what is wrong with a cron expression, or `null` if it is valid. */
export function cronProblem(text: string): string | null {
  try {
    if (timesOf(text).nextRun() === null) return 'cron matches no point in time.'
    return null
  } catch {
    return 'cron must be five or six fields, such as 0 6 * * 1-5 for six o’clock on weekdays, in UTC or after a time zone such as TZ=Europe/Berlin.'
  }
}

/**
 * Parses a cron expression with its time zone, UTC by default. A time skipped when clocks go forward counts as the moment after it; a
 * time that occurs twice counts once.
 */
export function timesOf(cron: string): Cron {
  const { fields, timezone } = zonedCron(cron)
  return new Cron(fields, { timezone })
}
