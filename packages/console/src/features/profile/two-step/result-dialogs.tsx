import { useRef, useState } from 'react'
import { messageOf } from '../../../instance/instance-error.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyTextButton } from '../../../ui/copy-text-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { OneTimeKeyView } from '../../../widgets/form/credentials/one-time-key.tsx'
import { commonWords } from '../../../words/messages.ts'
import { profileMessages } from '../messages.ts'
import styles from './two-step.module.css'
import { type BegunCode, setUpCode } from './two-step-calls.ts'

interface EnrolDialogProps {
  readonly begun: BegunCode
  readonly onDone: (codes: readonly string[]) => void
  readonly onClose: () => void
}

/** Shows a new secret, and requires a code generated with it. */
export function EnrolDialog({ begun, onDone, onClose }: EnrolDialogProps) {
  const [code, setCode] = useState('')
  const [running, setRunning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)

  const go = async () => {
    if (running) return
    if (code.trim() === '') return setProblem(profileMessages.codeIsRequired)
    setRunning(true)
    setProblem(null)
    try {
      onDone(await setUpCode(begun.challenge, code))
    } catch (error) {
      setProblem(messageOf(error))
      setRunning(false)
      input.current?.select()
    }
  }

  return (
    <FormDialog
      title={profileMessages.codesSetupTitle}
      initialFocus={input}
      action={profileMessages.switchOn}
      running={running}
      problem={problem}
      onDismiss={() => setProblem(null)}
      onSubmit={() => void go()}
      onClose={onClose}
    >
      <OneTimeKeyView value={begun} />
      <TextField
        ref={input}
        label={commonWords.code}
        help={profileMessages.codeHelp}
        autoComplete="one-time-code"
        inputMode="numeric"
        mono
        value={code}
        onChange={setCode}
      />
    </FormDialog>
  )
}

interface SecretDialogProps {
  readonly title: string
  readonly help: string
  readonly secret: string
  readonly onClose: () => void
}

/** Shows a new secret once, for the user to copy. */
export function SecretDialog({ title, help, secret, onClose }: SecretDialogProps) {
  return (
    <Dialog
      open
      title={title}
      description={help}
      closeOnOutsidePress={false}
      onClose={onClose}
      footer={
        <>
          <CopyTextButton text={secret}>{commonWords.copy}</CopyTextButton>
          <Button variant="primary" onClick={onClose}>
            {profileMessages.done}
          </Button>
        </>
      }
    >
      <p className={styles.secret}>
        <code>{secret}</code>
      </p>
    </Dialog>
  )
}
