import { zonedCron } from '@millwright/contract/records/scheduler'
import { Cron } from 'croner'
import cronstrue from 'cronstrue'
import { language } from '../../language/language.ts'

export interface CronWords {
  /** The expression as a sentence. */
  readonly sentence: string
  /** Its next occurrences. */
  readonly next: readonly Date[]
}

/** Describes a cron expression in its time zone, or UTC. Returns `null` if it is invalid or never occurs. */
export function cronWords(text: string, now: Date, count = 3): CronWords | null {
  try {
    const { fields, timezone } = zonedCron(text)
    const next = new Cron(fields, { timezone }).nextRuns(count, now)
    return next.length === 0
      ? null
      : {
          sentence: `${cronstrue.toString(fields, { use24HourTimeFormat: true, locale: locale() })}, ${timezone}`,
          next,
        }
  } catch {
    return null
  }
}

/** The language of the sentences: the page's language if cronstrue supports it here, otherwise English. */
function locale(): string {
  return language() === 'de' ? 'de' : 'en'
}

/** Loads the cronstrue locale for the page's language. */
export async function loadCronLanguage(): Promise<void> {
  if (locale() === 'de') await import('cronstrue/locales/de.js')
}
