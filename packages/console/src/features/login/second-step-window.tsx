import type { Session } from '@millwright/contract/wire/session'
import { IconKey } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { messageOf } from '../../instance/instance-error.ts'
import type { SecondStepRequest } from '../../instance/second-step-request.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { OneTimeKeyView } from '../../widgets/form/credentials/one-time-key.tsx'
import { RecoveryCodesDialog } from '../../widgets/form/credentials/recovery-codes-dialog.tsx'
import {
  type ProvedSession,
  passkeysWork,
  proveByCode,
  proveByPasskey,
} from '../../widgets/form/credentials/second-step.ts'
import { commonWords } from '../../words/messages.ts'
import { t } from './opened/messages.ts'

/** Asks for the second step of signing in, or sets it up if the instance requires one. */
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
    if (code.trim() === '') return setProblem(t.codeMissing)
    void prove('code', () => proveByCode(path, asked.challenge, code))
  }

  if (begun) return <RecoveryCodesDialog codes={begun.codes} onClose={() => done(begun.session)} />
  return (
    <FormDialog
      title={asked.enrol ? t.secondStepTitle : t.secondStep}
      description={asked.enrol ? t.codeRequired : sentences(byCode, byPasskey)}
      {...(byCode ? { initialFocus: input } : {})}
      action={byCode ? t.signIn : null}
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
          {t.usePasskey}
        </Button>
      ) : null}
      {byCode ? (
        <TextField
          ref={input}
          label={commonWords.code}
          help={asked.methods.includes('recovery_code') ? t.codeHelp : t.sixDigits}
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
  if (byCode && byPasskey) return t.finishByEither
  if (byCode) return t.finishByCode
  if (byPasskey) return t.finishByPasskey
  return t.passkeyUnusable
}
