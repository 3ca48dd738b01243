import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Row, Stack } from '../../ui/layout.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './home.module.css'
import type { NextStep } from './next-steps.ts'

/** What to do first, with a mark on what is done. */
export function StepList({ steps }: { steps: readonly NextStep[] }) {
  const done = steps.filter((step) => step.done).length
  return (
    <Stack as="section" gap={3} className={styles.part}>
      <Row as="h3" gap={3} align="baseline" justify="between">
        {done === steps.length ? 'You are set up' : 'Next steps'}
        <span className={styles.progress}>
          {done} of {steps.length} done
        </span>
      </Row>
      <ul className={styles.steps}>
        {steps.map((step) => (
          <li key={step.id}>
            <Link className={styles.step} to={step.to} data-done={step.done || undefined}>
              {step.done ? <IconCircleCheckFilled aria-hidden="true" /> : <IconCircle aria-hidden="true" />}
              <span>
                <strong>
                  {step.title}
                  {step.done ? <VisuallyHidden> (done)</VisuallyHidden> : null}
                </strong>
                <span>{step.text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Stack>
  )
}
