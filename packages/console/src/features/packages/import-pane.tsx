import type { PackageAnswer } from '@millwright/contract/wire/package'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { send } from '../../instance/send.ts'
import { serverMessages } from '../../instance/server-sentences.ts'
import { notify } from '../../notifications/notify.ts'
import { notifyError } from '../../notifications/notify-refusal.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { ReadOnly } from '../../ui/read-only.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useScrollIntoView } from '../../ui/use-in-sight.ts'
import { commonWords } from '../../words/messages.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { ImportOutcome, type Outcome } from './import-outcome.tsx'
import { packageMessages } from './messages.ts'
import styles from './packages.module.css'
import { Working } from './working.tsx'

interface Draft {
  readonly path: string
  readonly file: File | null
  readonly overwrite: boolean
  /** Whether the import continues after an error. */
  readonly goOn: boolean
  readonly password: string
}

const empty: Draft = { path: '', file: null, overwrite: false, goOn: false, password: '' }

/** Imports a package from a file or a URL; shows a plan first if the instance supports it. */
export function ImportPane() {
  const queryClient = useQueryClient()
  const environment = useEnvironment()
  const canPlan = hasFeature(environment, 'package-plan')
  // Servers of this edition announce no features; the edition itself implies that they reject imports.
  const refuses = !canPlan && environment.platform?.license === 'OPEN SOURCE'
  const blocked = useWriteBlock()
  const input = useRef<HTMLInputElement>(null)
  const abort = useRef<AbortController>(null)
  const [draft, setDraft] = useState(empty)
  const [sending, setSending] = useState<'plan' | 'import' | null>(null)
  const [sent, setSent] = useState(0)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const place = useScrollIntoView<HTMLDivElement>(outcome)

  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part })
    setOutcome(null)
  }
  const missing = draft.path.trim() === '' && packageMessages.noFile
  const refuse = (text: string) => notify({ type: 'error', title: packageMessages.module, text, tag: 'packages' })
  const start = async (what: 'plan' | 'import') => {
    if (sending !== null) return
    abort.current = new AbortController()
    const { signal } = abort.current
    const { overwrite, goOn } = draft
    const params = { overwrite, ...(goOn ? { continue: true } : {}), ...(what === 'plan' ? { plan: true } : {}) }
    setSending(what)
    setSent(0)
    setOutcome(null)
    try {
      const body = formOf(draft)
      const onSent = setSent
      const { data } = await send({ verb: 'POST', path: 'system/package', params, body, signal, onSent })
      await serverMessages.load()
      if (what === 'plan') setOutcome({ plan: data.items ?? [], warnings: said(data.warnings) })
      else finished(data)
    } catch (error) {
      if (signal.aborted) return
      notifyError(error)
      setOutcome({ failed: [messageOf(error)] })
    } finally {
      setSending(null)
      // An import that failed, or was cancelled, may have stored a part of the package.
      if (what === 'import') void queryClient.invalidateQueries()
    }
  }
  const finished = ({ success, log }: PackageAnswer) => {
    const notices = said(log?.notice)
    const warnings = said([...(log?.error ?? []), ...(log?.warning ?? [])])
    if (success !== true) return setOutcome({ failed: [...notices, ...warnings] })
    notify({ type: 'success', title: packageMessages.module, text: packageMessages.imported })
    setDraft(empty)
    setOutcome({ done: notices, warnings })
  }

  return (
    <Stack as="section" gap={4} shrink className={styles.form} aria-label={packageMessages.importPackage}>
      <ReadOnly value={blocked}>
        {refuses ? <Banner tone="info">{packageMessages.mayRefuse}</Banner> : null}
        <div className={styles.source}>
          <TextField
            label={packageMessages.package}
            help={packageMessages.packageSourceHelp}
            mono
            spellCheck={false}
            placeholder="https://"
            value={draft.path}
            onChange={(path) => change({ path, file: null })}
          />
          <Button onClick={() => input.current?.click()}>{packageMessages.browse}</Button>
          <input
            ref={input}
            type="file"
            hidden
            aria-label={packageMessages.packageFile}
            accept=".zip"
            onChange={(event) => {
              const file = event.target.files?.[0]
              if (file) change({ path: file.name, file })
              event.target.value = ''
            }}
          />
        </div>
        <Checkbox
          label={packageMessages.overwriteExisting}
          help={packageMessages.overwriteHelp}
          value={draft.overwrite}
          onChange={(overwrite) => change({ overwrite })}
        />
        <Checkbox
          label={packageMessages.continueAfterErrors}
          help={packageMessages.continueHelp}
          value={draft.goOn}
          onChange={(goOn) => change({ goOn })}
        />
        <PasswordField
          label={packageMessages.passwordOptional}
          autoComplete="off"
          value={draft.password}
          onChange={(password) => change({ password })}
        />
        <Row gap={2} align="stretch" wrap>
          <Button
            variant="primary"
            loading={sending === 'import'}
            disabledReason={missing}
            onRefused={() => missing && refuse(missing)}
            onClick={() => void start('import')}
          >
            {tabWords.import}
          </Button>
          {canPlan ? (
            <Button
              loading={sending === 'plan'}
              disabledReason={missing}
              onRefused={() => missing && refuse(missing)}
              onClick={() => void start('plan')}
            >
              {packageMessages.showPlan}
            </Button>
          ) : null}
          <Button reads variant="quiet" onClick={sending ? () => abort.current?.abort() : () => change(empty)}>
            {sending ? commonWords.cancel : packageMessages.clear}
          </Button>
        </Row>
      </ReadOnly>
      {sending ? (
        <Working
          what={sending === 'plan' ? packageMessages.checkingThePackage : packageMessages.importing}
          sent={sent}
        />
      ) : null}
      {outcome === null ? null : (
        <Stack ref={place} gap={4} shrink>
          <ImportOutcome outcome={outcome} />
        </Stack>
      )}
    </Stack>
  )
}

/** Sends a file as such, and a URL as text; the password is never in the URL of the request. */
function formOf({ path, file, password }: Draft): FormData {
  const form = new FormData()
  if (file) form.append('files', file, file.name)
  else form.append('import_url', path.trim())
  if (password !== '') form.append('password', password)
  return form
}

const said = (sentences: readonly string[] = []) => sentences.map(serverMessages.say)
