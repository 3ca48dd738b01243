import { Link } from '@tanstack/react-router'
import styles from './home.module.css'
import { helpLinks } from './home-data.ts'
import { LinkList } from './link-list.tsx'

const inConsole: readonly { readonly to: string; readonly label: string; readonly text: string }[] = [
  { to: '/admins', label: 'Admins', text: 'Who may sign in here and manage the instance.' },
  { to: '/profile', label: 'Profile', text: 'Your own name, e-mail address and password.' },
  { to: '/launchpad', label: 'LaunchPad', text: 'The apps that you may open.' },
]

export function ResourcesTab() {
  return (
    <div className={styles.page}>
      <section className={styles.part}>
        <h2>Where things are</h2>
        <p className={styles.text}>
          Press <kbd>Ctrl</kbd> <kbd>K</kbd> anywhere to find a page or a record by its name. In a list, <kbd>?</kbd>{' '}
          shows every key.
        </p>
        <ul className={styles.cards}>
          {inConsole.map(({ to, label, text }) => (
            <li key={to}>
              <Link className={styles.card} to={to}>
                <strong>{label}</strong>
                <span>{text}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <LinkList title="Further help" links={helpLinks} />
    </div>
  )
}
