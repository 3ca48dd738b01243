import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

export interface EmptyStateProps {
  icon?: ReactNode
  title: string
  /** `h1` where it stands for the whole page. */
  heading?: 'h1' | 'p'
  /** One line on what the thing is for. */
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
