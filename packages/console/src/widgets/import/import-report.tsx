import type { ReactNode } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Row } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import { saveFile } from '../record-list/save-file.ts'
import type { CheckResult } from './check-file.ts'
import styles from './import.module.css'
import type { ImportMode, ImportTarget, Keep } from './import-target.ts'
import type { ProblemGroup } from './problems.ts'
import type { RejectedRows } from './rejected-rows.ts'
import type { ImportResult } from './run-import.ts'
import type { TableFile } from './table-file.ts'

const number = new Intl.NumberFormat()

type Names = Pick<ImportTarget, 'one' | 'many'>
type Unit = TableFile['unit']

/** `1,234 records`. */
export function counted(count: number, { one, many }: Names): string {
  return `${number.format(count)} ${count === 1 ? one : many}`
}

/** `Line 3`, `Lines 3 to 7`. */
export function placesOf(unit: Unit, from: number, to: number): string {
  const word = unit === 'line' ? 'Line' : 'Record'
  return from === to ? `${word} ${number.format(from)}` : `${word}s ${number.format(from)} to ${number.format(to)}`
}

interface CheckReportProps {
  result: CheckResult
  mode: ImportMode
  names: Names
  unit: Unit
}

/** What would become of a file; nothing is sent yet. */
export function CheckReport({ result, mode, names, unit }: CheckReportProps) {
  const { rows, wrong, problems, rejected, answered, unanswered } = result
  const done = mode === 'create' ? 'created' : 'changed'
  return (
    <>
      <Banner
        tone={wrong > 0 ? 'warning' : 'success'}
        title={`${counted(rows - wrong, names)} would be ${done}${wrong > 0 ? `, ${number.format(wrong)} refused` : ''}.`}
      >
        Nothing has been sent yet.
      </Banner>
      <Problems problems={problems} rejected={rejected} unit={unit} />
      <Text as="details" tone="muted" size="sm" className={styles.checked}>
        <summary>Checks performed</summary>
        <ul>
          <li>Every value: type, length, allowed values, and whether it is required.</li>
          {answered.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
        {unanswered.length > 0 ? (
          <>
            <p>Could not be checked:</p>
            <ul>
              {unanswered.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          </>
        ) : null}
        <p>Rules that the instance, the database or a script has of its own show only when the records are sent.</p>
      </Text>
    </>
  )
}

interface ImportReportProps {
  result: ImportResult
  keep: Keep
  names: Names
  unit: Unit
  /** Ways to go on with what was stopped. */
  actions: ReactNode
}

/** What became of a file: what is in, what is not, and what nobody can say. */
export function ImportReport({ result, keep, names, unit, actions }: ImportReportProps) {
  const { stored, wrong, problems, rejected, stop } = result
  const nothing = stored === 0 && stop?.doubtful === undefined
  const refused = wrong > 0 ? `, ${number.format(wrong)} refused` : ''
  const title =
    keep === 'all' && wrong > 0
      ? `${counted(wrong, names)} refused; nothing was imported.`
      : nothing && wrong === 0
        ? 'Nothing was imported.'
        : `${counted(stored, names)} imported${refused}.`
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

/** What is known of the rows that came to no end. */
function restWords({ stop }: ImportResult, keep: Keep, unit: Unit): string | null {
  if (!stop) return null
  const { doubtful } = stop
  if (!doubtful) return keep === 'all' ? 'Nothing is stored.' : 'The rest of the file was not sent.'
  const way = placesOf(unit, doubtful.from, doubtful.to)
  if (keep === 'all') return `${way} were on the way: all of them are stored, or none. Look before you send them again.`
  const are = doubtful.from === doubtful.to ? 'was' : 'were'
  return `${way} ${are} on the way and may be stored or not. What comes before is settled, what comes after was not sent.`
}

interface ProblemsProps {
  problems: readonly ProblemGroup[]
  rejected: RejectedRows
  unit: Unit
}

/** Equal problems together, each to be opened for its lines. */
function Problems({ problems, rejected, unit }: ProblemsProps) {
  if (problems.length === 0) return null
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll what has the focus */}
      <section className={styles.groups} aria-label="Problems" tabIndex={0}>
        {problems.map((group) => (
          <Group key={`${group.label} ${group.message}`} group={group} unit={unit} />
        ))}
      </section>
      <Row gap={3} wrap>
        <Button size="small" onClick={() => saveFile(rejected.file(), 'rejected-rows.csv')}>
          Download rejected rows
        </Button>
        <Text tone="muted" size="sm">
          CSV with the reason in its last column.
        </Text>
      </Row>
    </>
  )
}

function Group({ group: { label, message, count, lines }, unit }: { group: ProblemGroup; unit: Unit }) {
  const what = label === null ? message : `${label}: ${message}`
  return (
    <details open={count === 1}>
      <summary>
        {number.format(count)} × {what}
      </summary>
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
          And {number.format(count - lines.length)} more, in the file of rejected rows.
        </Text>
      ) : null}
    </details>
  )
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
