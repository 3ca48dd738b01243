import type { NamedFactor } from '@millwright/contract/wire/two-step'
import { useState } from 'react'
import { messageOf } from '../../../instance/instance-error.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { RecoveryCodesDialog } from '../../../widgets/credentials/recovery-codes-dialog.tsx'
import { AppPasswordDialog, EnrolDialog } from './result-dialogs.tsx'
import {
  addPasskey,
  type BegunCode,
  beginCode,
  makeAppPassword,
  removeCode,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
} from './two-step-calls.ts'

/** The window that is open. */
export type Opened =
  | { readonly kind: 'begin-code' | 'remove-code' | 'renew-codes' | 'add-passkey' | 'add-app-password' }
  | { readonly kind: 'rename-passkey' | 'remove-passkey'; readonly passkey: NamedFactor }
  | { readonly kind: 'enrol'; readonly begun: BegunCode }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | { readonly kind: 'app-password'; readonly name: string; readonly password: string }

interface OpenedWindowProps {
  readonly opened: Opened
  readonly hasPassword: boolean
  readonly open: (next: Opened) => void
  readonly close: () => void
  /** Says what was done, and shows recovery codes where there are new ones. */
  readonly finish: (text: string, codes?: readonly string[]) => Promise<void>
}

export function OpenedWindow({ opened, hasPassword, open, close, finish }: OpenedWindowProps) {
  const common = { hasPassword, onClose: close }
  switch (opened.kind) {
    case 'begin-code':
      return (
        <AskDialog
          {...common}
          title="Set up one-time codes"
          description="You are signed out everywhere else when this is done."
          action="Go on"
          run={async ({ password }) => open({ kind: 'enrol', begun: await beginCode(password) })}
        />
      )
    case 'enrol':
      return (
        <EnrolDialog
          begun={opened.begun}
          onDone={(codes) => void finish('One-time codes are on.', codes)}
          onClose={close}
        />
      )
    case 'remove-code':
      return (
        <AskDialog
          {...common}
          danger
          title="Switch one-time codes off?"
          description="Codes from your app stop working, and you are signed out everywhere else."
          action="Switch off"
          run={async ({ password }) => {
            await removeCode(password)
            await finish('One-time codes are off.')
          }}
        />
      )
    case 'renew-codes':
      return (
        <AskDialog
          {...common}
          title="Create new recovery codes?"
          description="The old ones stop working."
          action="Make new ones"
          run={async ({ password }) => finish('Recovery codes made.', await renewRecoveryCodes(password))}
        />
      )
    case 'add-passkey':
      return (
        <AskDialog
          {...common}
          title="Add a passkey"
          description="Your browser asks for it next. You are signed out everywhere else when this is done."
          action="Go on"
          nameLabel="Name"
          run={async ({ name, password }) => finish('Passkey added.', await addPasskey(name, password))}
        />
      )
    case 'rename-passkey':
      return (
        <AskDialog
          hasPassword={false}
          onClose={close}
          title="Rename the passkey"
          action="Rename"
          nameLabel="Name"
          nameBefore={opened.passkey.name}
          run={async ({ name }) => {
            await renamePasskey(opened.passkey.id, name)
            await finish('Passkey renamed.')
          }}
        />
      )
    case 'remove-passkey':
      return (
        <AskDialog
          {...common}
          danger
          title={`Remove the passkey ${opened.passkey.name}?`}
          description="It can no longer sign you in, and you are signed out everywhere else."
          action="Remove"
          run={async ({ password }) => {
            await removePasskey(opened.passkey.id, password)
            await finish('Passkey removed.')
          }}
        />
      )
    case 'add-app-password':
      return (
        <AskDialog
          {...common}
          title="Add an app password"
          description="Name it after the program that uses it, so that you know which one to revoke later."
          action="Make it"
          nameLabel="Name"
          run={async ({ name, password }) => {
            const made = await makeAppPassword(name, password)
            await finish('App password made.')
            open({ kind: 'app-password', name, password: made })
          }}
        />
      )
    case 'codes':
      return <RecoveryCodesDialog codes={opened.codes} onClose={close} />
    case 'app-password':
      return <AppPasswordDialog name={opened.name} password={opened.password} onClose={close} />
  }
}

interface Asked {
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
function AskDialog({
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
