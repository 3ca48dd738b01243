import type { Session } from '@millwright/contract/wire/session'
import { IconKey } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { messageOf } from '../../instance/instance-error.ts'
import type { SecondStepRequest } from '../../instance/second-step-request.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { OneTimeKeyView } from '../../widgets/credentials/one-time-key.tsx'
import { RecoveryCodesDialog } from '../../widgets/credentials/recovery-codes-dialog.tsx'
import { type ProvedSession, passkeysWork, proveByCode, proveByPasskey } from '../../widgets/credentials/second-step.ts'

/** Asks for the second step of signing in, or sets it up where the instance wants it. */
export function SecondStepWindow({ request }: { request: SecondStepRequest }) {
  const { asked, path, done } = request
  const [code, setCode] = useState('')
  const [running, setRunning] = useState<'code' | 'passkey' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [begun, setBegun] = useState<{ session: Session; codes: readonly string[] } | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const byPasskey = asked.methods.includes('passkey') && passkeysWork()
  const byCode = asked.enrol !== undefined || asked.methods.some((method) => method !== 'passkey')

  const prove = async (way: 'code' | 'passkey', proving: () => Promise<ProvedSession>) => {
    if (running !== null) return
    setRunning(way)
    setProblem(null)
    try {
      const { recovery_codes: codes, ...session } = await proving()
      if (codes === undefined) return done(session)
      setBegun({ session, codes })
    } catch (error) {
      setProblem(messageOf(error))
      input.current?.select()
    }
    setRunning(null)
  }
  const submit = () => {
    if (code.trim() === '') return setProblem('Type the code first.')
    void prove('code', () => proveByCode(path, asked.challenge, code))
  }

  if (begun) return <RecoveryCodesDialog codes={begun.codes} onClose={() => done(begun.session)} />
  return (
    <FormDialog
      title={asked.enrol ? 'Set up a second step' : 'Second step'}
      description={
        asked.enrol
          ? 'This instance requires a one-time code in addition to your password.'
          : sentences(byCode, byPasskey)
      }
      {...(byCode ? { initialFocus: input } : {})}
      action={byCode ? 'Sign in' : null}
      running={running === 'code'}
      problem={problem}
      onDismiss={() => setProblem(null)}
      onSubmit={submit}
      onClose={() => done(null)}
    >
      {asked.enrol ? <OneTimeKeyView value={asked.enrol} /> : null}
      {byPasskey ? (
        <Button
          wide
          icon={<IconKey />}
          loading={running === 'passkey'}
          onClick={() => void prove('passkey', () => proveByPasskey(path, asked))}
        >
          Use a passkey
        </Button>
      ) : null}
      {byCode ? (
        <TextField
          ref={input}
          label="Code"
          help={
            asked.methods.includes('recovery_code')
              ? 'Six digits from your app, or a recovery code.'
              : 'Six digits from your app.'
          }
          name="one-time-code"
          autoComplete="one-time-code"
          inputMode={asked.methods.includes('recovery_code') ? 'text' : 'numeric'}
          spellCheck={false}
          mono
          value={code}
          onChange={setCode}
        />
      ) : null}
    </FormDialog>
  )
}

function sentences(byCode: boolean, byPasskey: boolean): string {
  if (byCode && byPasskey) return 'Use a passkey, or type a code, to finish signing in.'
  if (byCode) return 'Type the code from your app to finish signing in.'
  if (byPasskey) return 'Use your passkey to finish signing in.'
  return 'This account has a passkey, which does not work at this address. Open the instance by its name.'
}
