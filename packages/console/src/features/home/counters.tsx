import { Link } from '@tanstack/react-router'
import type { OpenTab } from '../../widgets/open-tabs/open-tabs.ts'
import styles from './home.module.css'
import type { Counts } from './use-counts.ts'

const number = new Intl.NumberFormat()

/** How much there is of everything, each number leading to its list. Places are kept, so that nothing moves as they come. */
export function Counters({ tabs, counts }: { tabs: readonly OpenTab[]; counts: Counts }) {
  const all = [
    { path: '/admins', count: counts.admins },
    { path: '/users', count: counts.users },
    { path: '/roles', count: counts.roles },
    { path: '/apps', count: counts.apps },
  ]
  const shown = all.flatMap(({ path, count }) => tabs.filter((tab) => tab.path === path).map((tab) => ({ tab, count })))
  if (shown.length === 0) return null
  return (
    <ul className={styles.counters} aria-label="What there is">
      {shown.map(({ tab, count }) => (
        <li key={tab.path}>
          <Link className={styles.counter} to={tab.path}>
            <span>{tab.title}</span>{' '}
            <strong>{count === null ? <span aria-hidden="true">–</span> : number.format(count)}</strong>
          </Link>
        </li>
      ))}
    </ul>
  )
}
