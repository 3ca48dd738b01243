import type { ReactNode } from 'react'
import styles from './legend.module.css'
import { Text } from './text.tsx'

/** The label of a `fieldset`, in the look of a field's. */
export const Legend = ({ children }: { children: ReactNode }) => (
  <Text as="legend" size="sm" weight="medium" className={styles.legend}>
    {children}
  </Text>
)
