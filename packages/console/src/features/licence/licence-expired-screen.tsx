import styles from './licence-expired.module.css'
import { t } from './messages.ts'

/** Stands in place of the console where its subscription has ended for good. */
export function LicenceExpiredScreen() {
  return (
    <main className={styles.page}>
      <h1>{t.subscriptionExpired}</h1>
      <p>{t.theSubscriptionOfThisInstance}</p>
    </main>
  )
}
