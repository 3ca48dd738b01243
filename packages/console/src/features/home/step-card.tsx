import type { ReactNode } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Row, Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import styles from './first-steps.module.css'

interface StepCardProps {
  icon: ReactNode
  title: string
  text: string
  /** Label that it is done already. */
  done?: string | null
  /** Spans the width of the page. */
  wide?: boolean
  actions?: ReactNode
  /** The result, or the form in which it is done. */
  children?: ReactNode
}

/** A first step, which is done in place. */
export function HomeCard({ icon, title, text, done = null, wide = false, actions, children }: StepCardProps) {
  return (
    <li className={classNames(styles.card, wide && styles.wide)}>
      <div className={styles.head}>
        {icon}
        <Stack gap={3} shrink>
          <div>
            <h3>
              {title}
              {done === null ? null : <Badge tone="success">{done}</Badge>}
            </h3>
            <Text tone="muted" measure>
              {text}
            </Text>
          </div>
          {actions ? (
            <Row gap={2} wrap>
              {actions}
            </Row>
          ) : null}
        </Stack>
      </div>
      {children}
    </li>
  )
}
