import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { useEnvironment } from '../../instance/environment.ts'
import { fileServicesQuery, localFileService } from '../../instance/file-services.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { send } from '../../instance/send.ts'
import { fileGroups } from '../../instance/type-groups.ts'
import { notify } from '../../notifications/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Pair, Row, Stack } from '../../ui/layout.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ServiceSelect } from '../../widgets/pickers/service-select/service-select.tsx'
import { commonWords } from '../../words/messages.ts'
import type { ExportResult } from './export-outcome.tsx'
import { packageMessages } from './messages.ts'
import { type Chosen, selectionBody } from './package-selection.ts'
import styles from './packages.module.css'
import { Working } from './working.tsx'

const ExportOutcome = lazy(() => import('./export-outcome.tsx').then((module) => ({ default: module.ExportOutcome })))

/** `service`: `null` until one is chosen. */
const empty = { service: null as string | null, folder: '', filename: '', password: '', records: false }

interface ExportTargetProps {
  selection: readonly Chosen[]
  onClear: () => void
}

/** The destination of the package, and the result of the export. */
export function ExportTarget({ selection, onClear }: ExportTargetProps) {
  const services = useQuery(fileServicesQuery).data ?? []
  const canLock = useEnvironment().platform?.secured_package_export === true
  const [draft, setDraft] = useState(empty)
  const [outcome, setOutcome] = useState<ExportResult | null>(null)
  const [sending, setSending] = useState(false)
  const abort = useRef<AbortController>(null)
  const target = draft.service ?? localFileService(services)?.name ?? ''
  const hasTables = selection.some(({ source }) => source.kind === 'database')

  const missing =
    selection.length === 0 ? packageMessages.nothingSelected : target === '' ? packageMessages.noTarget : null
  const refuse = (text: string) => notify({ type: 'error', title: packageMessages.module, text, tag: 'packages' })
  const start = async () => {
    const { folder, filename, password, records } = draft
    const body = {
      secured: password !== '',
      password,
      storage: { name: target, folder, filename },
      service: selectionBody(selection, records),
    }
    abort.current = new AbortController()
    const { signal } = abort.current
    setSending(true)
    setOutcome(null)
    try {
      const { data } = await send({
        verb: 'POST',
        path: 'system/package',
        body,
        signal,
      })
      setOutcome({
        path: (data.path ?? '').replace(/^.*\/api\/v2\//, ''),
        isPublic: data.is_public === true,
        place: {
          service: services.find((each) => each.name === target)?.label || target,
          folder: folder || '__EXPORTS',
        },
      })
    } catch (error) {
      if (!signal.aborted) setOutcome({ refused: messageOf(error) })
    } finally {
      setSending(false)
    }
  }
  const clear = () => {
    setDraft(empty)
    setOutcome(null)
    onClear()
  }

  return (
    <Stack as="section" gap={4} shrink className={styles.form} aria-label={packageMessages.exportTarget}>
      <ServiceSelect
        label={packageMessages.exportToLabel}
        placeholder={packageMessages.selectFileService}
        groups={fileGroups}
        value={target}
        onChange={(service) => setDraft({ ...draft, service: service?.label ?? '' })}
      />
      <Pair>
        <TextField
          label={packageMessages.folder}
          mono
          spellCheck={false}
          placeholder="__EXPORTS"
          value={draft.folder}
          onChange={(folder) => setDraft({ ...draft, folder })}
        />
        <TextField
          label={packageMessages.fileNameOptional}
          mono
          spellCheck={false}
          value={draft.filename}
          onChange={(filename) => setDraft({ ...draft, filename })}
        />
      </Pair>
      {hasTables ? (
        <Checkbox
          label={packageMessages.withRecords}
          help={packageMessages.includeRecordsHelp}
          value={draft.records}
          onChange={(records) => setDraft({ ...draft, records })}
        />
      ) : null}
      {canLock ? (
        <PasswordField
          label={packageMessages.passwordOptional}
          help={packageMessages.passwordHelp}
          autoComplete="new-password"
          value={draft.password}
          onChange={(password) => setDraft({ ...draft, password })}
        />
      ) : null}
      <Row gap={2} align="stretch" wrap>
        <Button
          variant="primary"
          loading={sending}
          disabledReason={missing}
          onRefused={() => missing && refuse(missing)}
          onClick={() => void start()}
        >
          {packageMessages.export}
        </Button>
        <Button reads variant="quiet" onClick={sending ? () => abort.current?.abort() : clear}>
          {sending ? commonWords.cancel : packageMessages.clear}
        </Button>
      </Row>
      {sending ? <Working what={packageMessages.buildingThePackage} /> : null}
      {outcome === null ? null : (
        <Suspense fallback={null}>
          <ExportOutcome result={outcome} />
        </Suspense>
      )}
    </Stack>
  )
}
