import { zonedCron } from '@millwright/contract/records/scheduler'
import { Cron } from 'croner'
import cronstrue from 'cronstrue'
import { language } from '../../language/language.ts'
import { exactTime } from '../../ui/dates.ts'
import { Text } from '../../ui/text.tsx'
import { t } from './opened/messages.ts'
import styles from './scheduler.module.css'

/** Describes a cron expression in words and shows its next occurrences in the browser's time zone. */
function CronMeaning({ text }: { text: string }) {
  if (text.trim() === '') return null
  const words = cronWords(text, new Date())
  return (
    <div className={styles.meaning} role="status">
      {words === null ? (
        <p>{t.cronNeverMatches}</p>
      ) : (
        <>
          <p>{words.sentence}.</p>
          <Text tone="muted" size="sm">
            {t.nextHere({ times: words.next.map(exactTime).join(' · ') })}
          </Text>
        </>
      )}
    </div>
  )
}

/** A cron expression as a sentence, with the expression on hover. */
function CronSentence({ text }: { text: string }) {
  return <span title={text}>{cronWords(text, new Date())?.sentence ?? text}</span>
}

/** Resolves to the component after loading the cron descriptions in the page's language. */
export async function loadCronSentence() {
  await loadCronLanguage()
  return CronSentence
}

/** Resolves to the component after loading the cron descriptions in the page's language. */
export async function loadCronMeaning() {
  await loadCronLanguage()
  return CronMeaning
}

interface CronWords {
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
async function loadCronLanguage(): Promise<void> {
  if (locale() === 'de') await import('cronstrue/locales/de.js')
}
