import type { Session } from '@millwright/contract/wire/session'
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs'
import { useRef, useState } from 'react'
import { messageOf } from '../../instance/instance-error.ts'
import type { SecondStepRequest } from '../../instance/second-step-request.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { OneTimeKeyView } from '../../widgets/credentials/one-time-key.tsx'
import { RecoveryCodes } from '../../widgets/credentials/recovery-codes.tsx'
import { type ProvedSession, passkeysWork, proveByCode, proveByPasskey } from '../../widgets/credentials/second-step.ts'
import styles from './login.module.css'

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

  if (begun) {
    const go = () => done(begun.session)
    return (
      <Dialog
        open
        title="Your recovery codes"
        closeOnOutsidePress={false}
        onClose={go}
        footer={
          <Button variant="primary" onClick={go}>
            I have kept them
          </Button>
        }
      >
        <RecoveryCodes codes={begun.codes} />
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      title={asked.enrol ? 'Set up a second step' : 'Second step'}
      description={
        asked.enrol
          ? 'This instance asks everybody like you for a one-time code besides the password.'
          : sentences(byCode, byPasskey)
      }
      closeOnOutsidePress={false}
      onClose={() => done(null)}
      {...(byCode ? { initialFocus: input } : {})}
      footer={
        <>
          <Button onClick={() => done(null)}>Cancel</Button>
          {byCode ? (
            <Button variant="primary" type="submit" form="second-step" loading={running === 'code'}>
              Sign in
            </Button>
          ) : null}
        </>
      }
    >
      <form
        id="second-step"
        className={styles.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {problem ? (
          <Banner tone="danger" onDismiss={() => setProblem(null)}>
            {problem}
          </Banner>
        ) : null}
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
      </form>
    </Dialog>
  )
}

function sentences(byCode: boolean, byPasskey: boolean): string {
  if (byCode && byPasskey) return 'One more proof that it is you: use a passkey, or type a code.'
  if (byCode) return 'One more proof that it is you: type the code that your app shows.'
  if (byPasskey) return 'One more proof that it is you: use your passkey.'
  return 'This account has a passkey, which does not work at this address. Open the instance by its name.'
}
