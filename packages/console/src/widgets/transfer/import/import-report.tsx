import type { ReactNode } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Row } from '../../../ui/layout.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { Text } from '../../../ui/text.tsx'
import type { CheckResult, RejectedRows } from './check-file.ts'
import styles from './import.module.css'
import type { ImportChoices, ImportTarget, Keep } from './import-target.ts'
import { t } from './messages.ts'
import type { ProblemGroup } from './problems.ts'
import type { ImportResult } from './run-import.ts'
import type { TableFile } from './table-file.ts'

type Names = Pick<ImportTarget, 'one' | 'many'>
type Unit = TableFile['unit']

/** `1,234 records`. */
export function rowsInWords(count: number, { one, many }: Names): string {
  return t.counted({ count, one, many })
}

/** `Line 3`, `Lines 3 to 7`. */
function placesOf(unit: Unit, from: number, to: number): string {
  return from === to ? t.place({ unit, from }) : t.places({ unit, from, to })
}

interface CheckReportProps {
  result: CheckResult
  choices: ImportChoices
  names: Names
  unit: Unit
  /** Imports the valid records anyway. */
  onKeepOthers: () => void
}

/** The result of checking a file, before anything is sent. */
export function CheckReport({ result, choices: { mode, keep }, names, unit, onKeepOthers }: CheckReportProps) {
  const { rows, wrong, problems, rejected, answered, unanswered } = result
  const good = rows - wrong
  const held = keep === 'all' && wrong > 0 && good > 0
  const outcome = held
    ? t.nothingWouldBe({ what: rowsInWords(wrong, names) })
    : rows === 0
      ? t.noRecords
      : t.wouldBe({ mode, what: rowsInWords(good, names), wrong })
  return (
    <>
      <Banner
        tone={wrong > 0 || rows === 0 ? 'warning' : 'success'}
        title={outcome}
        actions={
          held ? (
            <Button size="small" onClick={onKeepOthers}>
              {t.importOthers}
            </Button>
          ) : null
        }
      >
        {held ? t.wholeImportBlocked : t.nothingSent}
      </Banner>
      <Problems problems={problems} rejected={rejected} unit={unit} />
      <Text as="details" tone="muted" size="sm" className={styles.checked}>
        <summary>{t.checksPerformed}</summary>
        <ul>
          <li>{t.checkedHelp}</li>
          {answered.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
        {unanswered.length > 0 ? (
          <>
            <p>{t.uncheckedLabel}</p>
            <ul>
              {unanswered.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          </>
        ) : null}
        <p>{t.uncheckedHelp}</p>
      </Text>
    </>
  )
}

interface ImportReportProps {
  result: ImportResult
  keep: Keep
  names: Names
  unit: Unit
  /** Actions to continue after a stop. */
  actions: ReactNode
}

/** The result of an import: which rows are stored, which are not, and which are uncertain. */
export function ImportReport({ result, keep, names, unit, actions }: ImportReportProps) {
  const { stored, wrong, problems, rejected, stop } = result
  const nothing = stored === 0 && stop?.doubtful === undefined
  const title =
    keep === 'all' && wrong > 0
      ? t.refusedWhole({ what: rowsInWords(wrong, names) })
      : nothing && wrong === 0
        ? t.nothingWasImported
        : t.imported({ what: rowsInWords(stored, names), wrong })
  return (
    <>
      <Banner tone={stop !== null || wrong > 0 ? 'warning' : 'success'} title={title} actions={actions}>
        {stop === null ? null : (
          <>
            <p>{stop.reason}</p>
            <p>{restWords(result, keep, unit)}</p>
          </>
        )}
      </Banner>
      <Problems problems={problems} rejected={rejected} unit={unit} />
    </>
  )
}

/** What is known about the rows that were not completed. */
function restWords({ stop }: ImportResult, keep: Keep, unit: Unit): string | null {
  if (!stop) return null
  const { doubtful } = stop
  if (!doubtful) return keep === 'all' ? t.nothingIsStored : t.restNotSent
  const { from, to } = doubtful
  const places = placesOf(unit, from, to)
  return keep === 'all' ? t.allInDoubt({ places }) : t.inDoubt({ places, count: to - from + 1 })
}

interface ProblemsProps {
  problems: readonly ProblemGroup[]
  rejected: RejectedRows
  unit: Unit
}

/** Groups of equal problems, each expandable to its lines. */
function Problems({ problems, rejected, unit }: ProblemsProps) {
  if (problems.length === 0) return null
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section className={styles.groups} aria-label={t.problems} tabIndex={0}>
        {problems.map((group) => (
          <Group key={`${group.label} ${group.message}`} group={group} unit={unit} />
        ))}
      </section>
      <Row gap={3} wrap>
        <Button size="small" onClick={() => saveFile(rejected.file(), 'rejected-rows.csv')}>
          {t.downloadRejectedRows}
        </Button>
        <Text tone="muted" size="sm">
          {t.rejectedFileHelp}
        </Text>
      </Row>
    </>
  )
}

function Group({ group: { label, message, count, lines }, unit }: { group: ProblemGroup; unit: Unit }) {
  const what = label === null ? message : `${label}: ${message}`
  return (
    <details open={count === 1}>
      <summary>{t.times({ count, what })}</summary>
      <table className={styles.lines}>
        <tbody>
          {lines.map((line) => (
            <tr key={line.number}>
              <th scope="row">{placesOf(unit, line.number, line.number)}</th>
              <td>
                {line.value === null ? null : <code>{shortened(line.value)}</code>}
                {line.message === message ? null : <Text tone="muted">{line.message}</Text>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {count > lines.length ? (
        <Text tone="muted" size="sm">
          {t.moreRejected({ count: count - lines.length })}
        </Text>
      ) : null}
    </details>
  )
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
