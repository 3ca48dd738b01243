import { exactTime } from '../../ui/dates.ts'
import { Text } from '../../ui/text.tsx'
import { cronWords, loadCronLanguage } from './cron-words.ts'
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
