import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { commonWords } from '../../../words/messages.ts'
import { tabWords } from '../../../words/tabs/messages.ts'
import type { CheckResult } from './check-file.ts'
import { ImportMapping } from './import-mapping.tsx'
import { CheckReport, ImportReport, rowsInWords } from './import-report.tsx'
import { CsvChoices, ImportSource } from './import-source.tsx'
import type { ImportTarget, Keep } from './import-target.ts'
import { t } from './messages.ts'
import type { ImportProgress } from './run-import.ts'
import { type Import, type OpenedFile, useImport } from './use-import.ts'

interface ImportDialogProps {
  target: ImportTarget
  /** A file that is already chosen. */
  opened?: OpenedFile
  /** Called when records were created or changed. `all`: the whole file was imported. */
  onImported: (all: boolean, stored: number) => void
  onClose: () => void
}

/** Imports records from a file into a table or a system resource. */
export function ImportDialog({ target, opened, onImported, onClose }: ImportDialogProps) {
  const flow = useImport({ target, opened: opened ?? null, onImported })
  const { work } = flow
  const running = work.kind === 'checking' || work.kind === 'sending'
  const close = () => (running ? flow.stop() : onClose())
  return (
    <Dialog
      open
      size="large"
      title={target.title}
      onClose={close}
      closeOnOutsidePress={false}
      footer={
        <>
          <Button onClick={close}>
            {running ? t.stop : work.kind === 'ended' ? commonWords.close : commonWords.cancel}
          </Button>
          <MainButtons flow={flow} target={target} />
        </>
      }
    >
      <Stack gap={4}>
        {flow.problem === null ? null : <Banner tone="danger">{flow.problem}</Banner>}
        <Step flow={flow} target={target} />
      </Stack>
    </Dialog>
  )
}

interface FlowProps {
  flow: Import
  target: ImportTarget
}

function MainButtons({ flow, target }: FlowProps) {
  const { work, choices } = flow
  if (work.kind === 'ended') return null
  if (work.kind !== 'checked')
    return (
      <Button variant="primary" loading={work.kind !== 'none'} disabledReason={flow.refusal} onClick={flow.check}>
        {work.kind === 'sending' ? tabWords.import : t.checkFile}
      </Button>
    )
  const { rows, wrong } = work.result
  return (
    <>
      <Button onClick={flow.back}>{t.back}</Button>
      <Button
        variant="primary"
        disabledReason={refusalOf(work.result, choices.keep, target)}
        onClick={() => flow.send(rows)}
      >
        {t.importWhat({ what: rowsInWords(rows - wrong, target) })}
      </Button>
    </>
  )
}

function refusalOf({ rows, wrong }: CheckResult, keep: Keep, { mostTogether }: ImportTarget): string | false {
  if (rows === 0) return t.noRecords
  if (rows === wrong) return t.nothingImportable
  if (keep === 'good') return false
  if (wrong > 0) return t.wholeImportBlocked
  return mostTogether !== null && rows > mostTogether && t.wholeImportLimit({ most: mostTogether })
}

function Step({ flow, target }: FlowProps) {
  const { work, source, choices } = flow
  switch (work.kind) {
    case 'none':
      return (
        <>
          <ImportSource name={source?.name ?? null} onFile={flow.openFile} onText={flow.openText} />
          {source?.encoding === 'windows-1252' ? <Banner tone="warning">{t.notUtf8}</Banner> : null}
          {source ? <CsvChoices {...source} /> : null}
          {source ? (
            <ImportMapping target={target} file={source.file} choices={choices} onChange={flow.setChoices} />
          ) : null}
        </>
      )
    case 'checking':
      return <Progress words={t.checked({ done: work.done, many: target.many })} share={null} />
    case 'sending':
      return <Sending {...work} keep={choices.keep} target={target} />
    case 'checked':
      return (
        <CheckReport
          result={work.result}
          choices={choices}
          names={target}
          unit={source?.file.unit ?? 'line'}
          onKeepOthers={() => flow.setChoices({ ...choices, keep: 'good' })}
        />
      )
    case 'ended':
      return (
        <ImportReport
          result={work.result}
          keep={choices.keep}
          names={target}
          unit={source?.file.unit ?? 'line'}
          actions={<GoOn flow={flow} />}
        />
      )
  }
}

/** Actions to continue after a stop. */
function GoOn({ flow }: { flow: Import }) {
  const { work, source, choices } = flow
  if (work.kind !== 'ended' || !work.result.stop) return null
  const { run, total, result } = work
  const { doubtful } = result.stop ?? {}
  const goOn = (behind: boolean) => () => flow.goOn(run, total, behind)
  if (!doubtful) return <Button onClick={goOn(false)}>{t.continue}</Button>
  const { from, to } = doubtful
  const unit = source?.file.unit ?? 'line'
  const rows = from === to ? t.thePlace({ unit, from }) : t.thePlaces({ unit, from, to })
  return (
    <>
      <Button onClick={goOn(false)}>{t.resendAction({ rows })}</Button>
      {choices.keep === 'all' ? null : <Button onClick={goOn(true)}>{t.continueAction({ rows })}</Button>}
    </>
  )
}

interface SendingProps {
  progress: ImportProgress
  total: number
  keep: Keep
  target: ImportTarget
}

function Sending({ progress: { done, sent }, total, keep, target }: SendingProps) {
  if (keep === 'good')
    return (
      <Progress
        words={t.ofSent({ done, what: rowsInWords(total, target) })}
        share={Math.min(1, done / Math.max(total, 1))}
      />
    )
  if (sent !== null && sent < 1)
    return (
      <Progress
        words={t.sending({ what: rowsInWords(total, target), share: Math.floor(sent * 100) / 100 })}
        share={sent}
      />
    )
  return <Progress words={t.inOnePiece({ what: rowsInWords(total, target) })} share={null} />
}
