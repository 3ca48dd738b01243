import type { RowMessage } from '../../instance/instance-error.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './dialogs.module.css'
import { reportCsv, reportTitle } from './import-words.ts'
import type { ImportResult, Keep } from './run-import.ts'
import { saveFile } from './save-file.ts'

/** Rows that are listed; a file can have any number of bad ones. */
const mostRows = 200

/** Why a file was not imported, or not all of it: each row that was refused, and the rest in a file. */
export function ImportReport({ result, keep }: { result: ImportResult; keep: Keep }) {
  const { refused, failure } = result
  return (
    <div className={styles.report}>
      <Banner tone="danger" title={reportTitle(result, keep)}>
        {failure}
      </Banner>
      {refused.length > 0 ? <RefusedRows rows={refused} /> : null}
    </div>
  )
}

function RefusedRows({ rows }: { rows: readonly RowMessage[] }) {
  const save = () => saveFile(new Blob([reportCsv(rows)], { type: 'text/csv' }), 'refused-rows.csv')
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, mostRows).map((row) => (
            <tr key={row.index}>
              <td>{row.index + 1}</td>
              <td>{row.message}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > mostRows ? <p>The first {mostRows} are listed.</p> : null}
      <div>
        <Button size="small" onClick={save}>
          Save this list as CSV
        </Button>
      </div>
    </>
  )
}
