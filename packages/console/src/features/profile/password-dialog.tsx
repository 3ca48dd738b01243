import { type ReactNode, useState } from 'react'
import { messageOf } from '../../instance/instance-error.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { profileMessages } from './messages.ts'

interface Asked {
  readonly name: string
  readonly password: string
}

interface PasswordDialogProps {
  readonly title: string
  readonly description?: string
  readonly action: string
  readonly danger?: boolean
  readonly size?: 'medium'
  /** Label of an additional name field; absent if there is none. */
  readonly nameLabel?: string
  readonly nameHelp?: string
  readonly nameBefore?: string
  /** Whether the person has a password to confirm with. */
  readonly hasPassword: boolean
  /** Further fields, before the password. */
  readonly children?: ReactNode
  /** What is wrong with the further fields; `null`: nothing. */
  readonly problemIn?: () => string | null
  /** If it throws, the dialog shows the error and stays open. */
  readonly run: (input: Asked) => Promise<void>
  readonly onClose: () => void
}

/** Asks for the password, and for some actions more, before a credential or a sign-in method is made or changed. */
export function PasswordDialog({
  title,
  description,
  action,
  danger = false,
  size,
  nameLabel,
  nameHelp,
  nameBefore = '',
  hasPassword,
  children,
  problemIn = () => null,
  run,
  onClose,
}: PasswordDialogProps) {
  const [name, setName] = useState(nameBefore)
  const [password, setPassword] = useState('')
  const [running, setRunning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const missing = () => {
    if (nameLabel && name.trim() === '') return profileMessages.isRequired({ label: nameLabel })
    return problemIn() ?? (hasPassword && password === '' ? profileMessages.currentPasswordMissing : null)
  }
  const go = async () => {
    if (running) return
    const wrong = missing()
    setProblem(wrong)
    if (wrong !== null) return
    setRunning(true)
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
      {...(size === undefined ? {} : { size })}
      running={running}
      problem={problem}
      onDismiss={() => setProblem(null)}
      onSubmit={() => void go()}
      onClose={onClose}
    >
      {nameLabel ? (
        <TextField
          label={nameLabel}
          help={nameHelp}
          maxLength={60}
          autoComplete="off"
          value={name}
          onChange={setName}
        />
      ) : null}
      {children}
      {hasPassword ? (
        <PasswordField
          label={profileMessages.currentPassword}
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
      ) : null}
    </FormDialog>
  )
}
