import styles from './licence-expired.module.css'
import { t } from './messages.ts'

/** Replaces the console once its subscription has permanently expired. */
export function LicenceExpiredScreen() {
  return (
    <main className={styles.page}>
      <h1>{t.subscriptionExpired}</h1>
      <p>{t.expiredHelp}</p>
    </main>
  )
}
