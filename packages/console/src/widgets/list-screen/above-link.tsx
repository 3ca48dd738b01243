import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import styles from './list-screen.module.css'

interface AboveLinkProps {
  to: string
  search: object
  /** Name of the page. */
  children: string
}

/** The page that a screen belongs to, before its title. */
export function AboveLink({ to, search, children }: AboveLinkProps) {
  return (
    <>
      <Link to={to} search={search} preload={false} className={styles.above}>
        {children}
      </Link>
      <IconChevronRight size={16} color="var(--text-faint)" aria-hidden="true" />
    </>
  )
}
