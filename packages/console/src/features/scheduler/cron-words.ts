import { Cron } from 'croner'
import cronstrue from 'cronstrue'

export interface CronWords {
  /** What an expression says, as a sentence. */
  readonly sentence: string
  /** When it comes true next. */
  readonly next: readonly Date[]
}

/** What a cron expression means, in UTC; null when it is none, or never comes true. */
export function cronWords(text: string, now: Date, count = 3): CronWords | null {
  try {
    const next = new Cron(text.trim(), { timezone: 'UTC' }).nextRuns(count, now)
    return next.length === 0
      ? null
      : { sentence: `${cronstrue.toString(text, { use24HourTimeFormat: true })}, UTC`, next }
  } catch {
    return null
  }
}
