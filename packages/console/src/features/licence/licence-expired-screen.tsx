import styles from './licence-expired.module.css'

/** Stands in place of the console where its subscription has ended for good. */
export function LicenceExpiredScreen() {
  return (
    <main className={styles.page}>
      <h1>Subscription expired</h1>
      <p>The subscription of this instance has expired. Contact sales or your administrator to renew it.</p>
    </main>
  )
}
