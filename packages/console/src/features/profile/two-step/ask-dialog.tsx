import { useRef, useState } from 'react'
import { messageOf } from '../../../instance/instance-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './two-step.module.css'

export interface Asked {
  readonly name: string
  readonly password: string
}

interface AskDialogProps {
  readonly title: string
  readonly description?: string
  readonly action: string
  readonly danger?: boolean
  /** The label of a name that is asked for too; absent: none is. */
  readonly nameLabel?: string
  readonly nameBefore?: string
  /** Whether the person has a password to confirm with. */
  readonly hasPassword: boolean
  /** Throws when it is refused: the window shows why and stays. */
  readonly run: (asked: Asked) => Promise<void>
  readonly onClose: () => void
}

/** Asks for the password, and sometimes a name, before something about signing in is changed. */
export function AskDialog({
  title,
  description,
  action,
  danger,
  nameLabel,
  nameBefore = '',
  hasPassword,
  run,
  onClose,
}: AskDialogProps) {
  const [name, setName] = useState(nameBefore)
  const [password, setPassword] = useState('')
  const [running, setRunning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const first = useRef<HTMLInputElement>(null)

  const go = async () => {
    if (running) return
    if (nameLabel && name.trim() === '') return setProblem(`${nameLabel} is required.`)
    if (hasPassword && password === '') return setProblem('Current Password is required.')
    setRunning(true)
    setProblem(null)
    try {
      await run({ name: name.trim(), password })
    } catch (error) {
      setProblem(messageOf(error))
      setPassword('')
    }
    setRunning(false)
  }

  return (
    <Dialog
      open
      title={title}
      description={description}
      closeOnOutsidePress={false}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="two-step-ask" variant={danger ? 'danger' : 'primary'} loading={running}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id="two-step-ask"
        className={styles.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void go()
        }}
      >
        {problem ? (
          <Banner tone="danger" onDismiss={() => setProblem(null)}>
            {problem}
          </Banner>
        ) : null}
        {nameLabel ? (
          <TextField ref={first} label={nameLabel} maxLength={60} autoComplete="off" value={name} onChange={setName} />
        ) : null}
        {hasPassword ? (
          <PasswordField
            label="Current Password"
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
          />
        ) : null}
      </form>
    </Dialog>
  )
}
