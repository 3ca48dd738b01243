import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs'
import styles from './home.module.css'
import type { OutsideLink } from './home-data.ts'

/** Outside pages; nothing is fetched from them until somebody follows a link. Nothing at all when none has an address. */
export function LinkList({ title, links }: { title: string; links: readonly OutsideLink[] }) {
  const shown = links.filter(({ href }) => href !== '')
  if (shown.length === 0) return null
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      <ul className={styles.cards}>
        {shown.map(({ label, text, href }) => (
          <li key={label}>
            <a className={styles.card} href={href} target="_blank" rel="noopener noreferrer">
              <strong>
                {label} <IconExternalLink aria-label="(opens a new window)" />
              </strong>
              <span>{text}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
