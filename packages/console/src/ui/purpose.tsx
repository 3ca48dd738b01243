import type { ReactNode } from 'react'
import styles from './purpose.module.css'
import { Text } from './text.tsx'

/** What a page, or a part of it, is for: below its heading. */
export const Purpose = ({ children }: { children: ReactNode }) => (
  <Text tone="muted" className={styles.purpose}>
    {children}
  </Text>
)
