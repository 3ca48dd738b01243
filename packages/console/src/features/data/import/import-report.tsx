import { Banner } from '../../../ui/banner.tsx'
import { Text } from '../../../ui/text.tsx'
import styles from '../transfer.module.css'
import type { CheckResult } from './check-file.ts'
import type { ImportMode, RowProblem } from './import-plan.ts'
import type { ImportResult } from './run-import.ts'

const number = new Intl.NumberFormat()

interface CheckReportProps {
  result: CheckResult
  mode: ImportMode
}

/** What would become of a file; nothing is sent yet. */
export function CheckReport({ result: { rows, wrong, problems, answered, unanswered }, mode }: CheckReportProps) {
  const done = mode === 'create' ? 'created' : 'changed'
  return (
    <>
      <Banner
        tone={wrong > 0 ? 'warning' : 'success'}
        title={`${counted(rows - wrong)} would be ${done}${wrong > 0 ? `, ${number.format(wrong)} refused` : ''}.`}
      >
        Nothing is sent yet.
      </Banner>
      <Problems problems={problems} wrong={wrong} />
      <Text as="details" tone="muted" size="sm" className={styles.checked}>
        <summary>What was looked at</summary>
        <ul>
          <li>Every value: type, length, list of values, and whether it is needed.</li>
          {answered.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
        {unanswered.length > 0 ? (
          <>
            <p>This could not be looked up:</p>
            <ul>
              {unanswered.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          </>
        ) : null}
        <p>Rules that the database or a script has of its own show only when the records are sent.</p>
      </Text>
    </>
  )
}

/** What became of a file. */
export function ImportReport({ result: { stored, wrong, problems, stopped } }: { result: ImportResult }) {
  return (
    <>
      <Banner
        tone={stopped !== null || wrong > 0 ? 'warning' : 'success'}
        title={`${counted(stored)} imported${wrong > 0 ? `, ${number.format(wrong)} refused` : ''}.`}
      >
        {stopped}
      </Banner>
      <Problems problems={problems} wrong={wrong} />
    </>
  )
}

function Problems({ problems, wrong }: { problems: readonly RowProblem[]; wrong: number }) {
  if (problems.length === 0) return null
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll what has the focus */}
      <ol className={styles.rows} aria-label="Refused records" tabIndex={0}>
        {problems.map((row) => (
          <li key={`${row.number} ${row.message}`}>
            <span>Record {number.format(row.number)}</span>
            <span>{row.message}</span>
          </li>
        ))}
      </ol>
      {wrong > problems.length ? <p>{`And ${number.format(wrong - problems.length)} more.`}</p> : null}
    </>
  )
}

/** `1,234 records`. */
export function counted(records: number): string {
  return `${number.format(records)} ${records === 1 ? 'record' : 'records'}`
}
