import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import styles from '../../widgets/explorer/explorer.module.css'

interface AboveLinkProps {
  to: string
  /** Name of the page. */
  children: string
}

/** The page that a screen belongs to, before its title. */
export function AboveLink({ to, children }: AboveLinkProps) {
  return (
    <>
      <Link to={to} search={{}} preload={false} className={styles.above}>
        {children}
      </Link>
      <IconChevronRight size={16} color="var(--text-faint)" aria-hidden="true" />
    </>
  )
}
