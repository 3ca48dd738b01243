import type { ReactNode } from 'react'
import styles from './badge.module.css'
import { classNames } from './class-names.ts'

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger'

/** A state in a word. The tone emphasizes the word and never conveys meaning alone. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classNames(styles.badge, styles[tone])}>{children}</span>
}
