import { Text } from '../../ui/text.tsx'
import styles from './home.module.css'
import type { OwnPage } from './home-links.ts'

/** A page of the instance's own, in a frame that can run nothing; what lies elsewhere is opened in a new window. */
export function OwnPageTab({ page }: { page: OwnPage }) {
  if (page.inFrame) return <iframe className={styles.frame} title={page.label} src={page.address} sandbox="" />
  return (
    <Text tone="muted" measure>
      <a href={page.address} target="_blank" rel="noopener noreferrer">
        Open {page.label}
      </a>{' '}
      in a new window.
    </Text>
  )
}
