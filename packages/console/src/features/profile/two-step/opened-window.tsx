import type { NamedFactor } from '@millwright/contract/wire/two-step'
import { useState } from 'react'
import { messageOf } from '../../../instance/instance-error.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { RecoveryCodesDialog } from '../../../widgets/credentials/recovery-codes-dialog.tsx'
import { tabWords } from '../../../words/tabs/messages.ts'
import { profileMessages } from '../messages.ts'
import { EnrolDialog, SecretDialog } from './result-dialogs.tsx'
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

/** The open dialog. */
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
  /** Shows a confirmation, and recovery codes if there are new ones. */
  readonly finish: (text: string, codes?: readonly string[]) => Promise<void>
}

export function OpenedWindow({ opened, hasPassword, open, close, finish }: OpenedWindowProps) {
  const common = { hasPassword, onClose: close }
  switch (opened.kind) {
    case 'begin-code':
      return (
        <AskDialog
          {...common}
          title={profileMessages.codesSetupTitle}
          description={profileMessages.codesSetupHelp}
          action={profileMessages.goOn}
          run={async ({ password }) => open({ kind: 'enrol', begun: await beginCode(password) })}
        />
      )
    case 'enrol':
      return (
        <EnrolDialog
          begun={opened.begun}
          onDone={(codes) => void finish(profileMessages.codesActive, codes)}
          onClose={close}
        />
      )
    case 'remove-code':
      return (
        <AskDialog
          {...common}
          danger
          title={profileMessages.codesOffQuestion}
          description={profileMessages.codesOffWarning}
          action={profileMessages.switchOff}
          run={async ({ password }) => {
            await removeCode(password)
            await finish(profileMessages.codesInactive)
          }}
        />
      )
    case 'renew-codes':
      return (
        <AskDialog
          {...common}
          title={profileMessages.newRecoveryQuestion}
          description={profileMessages.newRecoveryWarning}
          action={profileMessages.makeNewOnes}
          run={async ({ password }) => finish(profileMessages.recoveryCodesMade, await renewRecoveryCodes(password))}
        />
      )
    case 'add-passkey':
      return (
        <AskDialog
          {...common}
          title={profileMessages.addAPasskey}
          description={profileMessages.passkeyAddHelp}
          action={profileMessages.goOn}
          nameLabel={tabWords.name}
          run={async ({ name, password }) => finish(profileMessages.passkeyAdded, await addPasskey(name, password))}
        />
      )
    case 'rename-passkey':
      return (
        <AskDialog
          hasPassword={false}
          onClose={close}
          title={profileMessages.renameThePasskey}
          action={profileMessages.rename2}
          nameLabel={tabWords.name}
          nameBefore={opened.passkey.name}
          run={async ({ name }) => {
            await renamePasskey(opened.passkey.id, name)
            await finish(profileMessages.passkeyRenamed)
          }}
        />
      )
    case 'remove-passkey':
      return (
        <AskDialog
          {...common}
          danger
          title={profileMessages.removeThePasskey({ name: opened.passkey.name })}
          description={profileMessages.passkeyDeleteWarning}
          action={profileMessages.remove}
          run={async ({ password }) => {
            await removePasskey(opened.passkey.id, password)
            await finish(profileMessages.passkeyRemoved)
          }}
        />
      )
    case 'add-app-password':
      return (
        <AskDialog
          {...common}
          title={profileMessages.addAppPassword}
          description={profileMessages.programNameHelp}
          action={profileMessages.makeIt}
          nameLabel={tabWords.name}
          run={async ({ name, password }) => {
            const made = await makeAppPassword(name, password)
            await finish(profileMessages.appPasswordMade)
            open({ kind: 'app-password', name, password: made })
          }}
        />
      )
    case 'codes':
      return <RecoveryCodesDialog codes={opened.codes} onClose={close} />
    case 'app-password':
      return (
        <SecretDialog
          title={profileMessages.appPasswordTitle({ name: opened.name })}
          help={profileMessages.appPasswordHelp}
          secret={opened.password}
          onClose={close}
        />
      )
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
  /** Label of an additional name field; absent if there is none. */
  readonly nameLabel?: string
  readonly nameBefore?: string
  /** Whether the person has a password to confirm with. */
  readonly hasPassword: boolean
  /** If it throws, the dialog shows the error and stays open. */
  readonly run: (asked: Asked) => Promise<void>
  readonly onClose: () => void
}

/** Asks for the password, and for some actions a name, before a sign-in method is changed. */
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
    if (nameLabel && name.trim() === '') return setProblem(profileMessages.isRequired({ label: nameLabel }))
    if (hasPassword && password === '') return setProblem(profileMessages.currentPasswordMissing)
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
          label={profileMessages.currentPassword}
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
      ) : null}
    </FormDialog>
  )
}
