import type { ReactNode, Ref } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { Stack } from '../../../ui/layout.tsx'
import styles from './credentials-form.module.css'

interface CredentialsFormProps {
  /** Shown above the fields until it is dismissed. */
  problem: string | null
  onDismiss: () => void
  success?: string | null
  onSubmit: () => void
  children: ReactNode
  ref?: Ref<HTMLFormElement>
}

/** A form on the pages for users who are not signed in. */
export function CredentialsForm({ problem, onDismiss, success, onSubmit, children, ref }: CredentialsFormProps) {
  return (
    <Stack
      ref={ref}
      as="form"
      gap={4}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {problem ? (
        <Banner tone="danger" onDismiss={onDismiss}>
          {problem}
        </Banner>
      ) : null}
      {success ? <Banner tone="success">{success}</Banner> : null}
      {children}
    </Stack>
  )
}
