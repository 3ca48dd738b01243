import { zonedCron } from '@millwright/contract/records/cron'
import { Cron } from 'croner'
import cronstrue from 'cronstrue'
import { language } from '../../language/language.ts'

export interface CronWords {
  /** What an expression says, as a sentence. */
  readonly sentence: string
  /** When it comes true next. */
  readonly next: readonly Date[]
}

/** What a cron expression means, in its time zone or UTC; null when it is none, or never comes true. */
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

/** The language of the sentences: that of the page, where it is spoken. */
function locale(): string {
  return language() === 'de' ? 'de' : 'en'
}

/** Fetches what sentences in the language of the page are made of. */
export async function loadCronLanguage(): Promise<void> {
  if (locale() === 'de') await import('cronstrue/locales/de.js')
}
