import { Banner } from '../../../ui/banner.tsx'
import styles from '../transfer.module.css'
import type { RowProblem } from './import-plan.ts'
import type { CheckResult, ImportResult } from './run-import.ts'

const number = new Intl.NumberFormat()

/** What a look at every row found; nothing is sent yet. */
export function CheckReport({ result: { rows, wrong, problems } }: { result: CheckResult }) {
  const fine = rows - wrong
  return (
    <>
      <Banner
        tone={wrong > 0 ? 'warning' : 'success'}
        title={wrong > 0 ? `${counted(wrong)} cannot be imported.` : `${counted(fine)} can be imported.`}
      >
        {wrong > 0 ? `The other ${number.format(fine)} can. ` : ''}Nothing is sent yet; the database may still refuse
        some.
      </Banner>
      <Problems problems={problems} wrong={wrong} />
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
      <ol className={styles.rows} aria-label="Refused records">
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

function counted(records: number): string {
  return `${number.format(records)} ${records === 1 ? 'record' : 'records'}`
}
