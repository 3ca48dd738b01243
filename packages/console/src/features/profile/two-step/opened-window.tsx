import type { NamedFactor } from '@millwright/contract/wire/two-step'
import { RecoveryCodesDialog } from '../../../widgets/form/credentials/recovery-codes-dialog.tsx'
import { tabWords } from '../../../words/tabs/messages.ts'
import { profileMessages } from '../messages.ts'
import { PasswordDialog } from '../password-dialog.tsx'
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
        <PasswordDialog
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
        <PasswordDialog
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
        <PasswordDialog
          {...common}
          title={profileMessages.newRecoveryQuestion}
          description={profileMessages.newRecoveryWarning}
          action={profileMessages.makeNewOnes}
          run={async ({ password }) => finish(profileMessages.recoveryCodesMade, await renewRecoveryCodes(password))}
        />
      )
    case 'add-passkey':
      return (
        <PasswordDialog
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
        <PasswordDialog
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
        <PasswordDialog
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
        <PasswordDialog
          {...common}
          title={profileMessages.addAppPassword}
          description={profileMessages.programNameHelp}
          action={profileMessages.makeIt}
          nameLabel={tabWords.name}
          run={async ({ name, password }) => {
            const appPassword = await makeAppPassword(name, password)
            await finish(profileMessages.appPasswordMade)
            open({ kind: 'app-password', name, password: appPassword })
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
