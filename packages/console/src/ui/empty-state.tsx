import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

export interface EmptyStateProps {
  icon?: ReactNode
  title: string
  /** `h1` if it represents the whole page. */
  heading?: 'h1' | 'p'
  /** One line on the purpose of the missing items. */
  children?: ReactNode
  actions?: ReactNode
}

export function EmptyState({ icon, title, heading: Heading = 'p', children, actions }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {icon ? <span className={styles.icon}>{icon}</span> : null}
      <Heading className={styles.title}>{title}</Heading>
      {children ? <div className={styles.text}>{children}</div> : null}
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </div>
  )
}
