import { useState } from 'react'
import { messageOf } from '../../../instance/instance-error.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'

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
  danger = false,
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
    <FormDialog
      title={title}
      description={description}
      action={action}
      danger={danger}
      running={running}
      problem={problem}
      onDismiss={() => setProblem(null)}
      onSubmit={() => void go()}
      onClose={onClose}
    >
      {nameLabel ? (
        <TextField label={nameLabel} maxLength={60} autoComplete="off" value={name} onChange={setName} />
      ) : null}
      {hasPassword ? (
        <PasswordField
          label="Current Password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
      ) : null}
    </FormDialog>
  )
}
