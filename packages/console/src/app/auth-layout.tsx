import { Outlet } from '@tanstack/react-router'
import { consoleVersion, productName } from '../instance/product.ts'
import { InstanceMark, InstanceStripe } from '../widgets/connection/instance-mark/instance-mark.tsx'
import styles from './auth-layout.module.css'
import { PlaceLinks } from './frame/place-links.tsx'
import { t } from './messages.ts'

/** The layout of pages for people who are not signed in. */
export function AuthLayout() {
  return (
    <div className={styles.page}>
      <InstanceStripe />
      <nav className={styles.places} aria-label={t.places}>
        <PlaceLinks />
      </nav>
      <main className={styles.main}>
        <div className={styles.mark}>
          <InstanceMark />
        </div>
        <div className={styles.card}>
          <Outlet />
        </div>
      </main>
      <footer className={styles.footer}>
        <span>
          © {new Date().getFullYear()} {productName}
        </span>
        <span title={t.consoleVersion}>v{consoleVersion}</span>
      </footer>
    </div>
  )
}
