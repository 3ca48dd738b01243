import { exactTime } from '../../ui/dates.ts'
import { Text } from '../../ui/text.tsx'
import { cronWords, loadCronLanguage } from './cron-words.ts'
import { t } from './opened/messages.ts'
import styles from './scheduler.module.css'

/** What a cron expression means, and when it comes true next, in the time of the person. */
function CronMeaning({ text }: { text: string }) {
  if (text.trim() === '') return null
  const words = cronWords(text, new Date())
  return (
    <div className={styles.meaning} role="status">
      {words === null ? (
        <p>{t.thisCronExpressionNeverMatches}</p>
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

/** The component, once the language of the page has its words. */
export async function loadCronMeaning() {
  await loadCronLanguage()
  return CronMeaning
}
