import { Text } from '../../../ui/text.tsx'
import { tabWords } from '../../../words/tabs/messages.ts'
import styles from './change-table.module.css'
import { t } from './messages.ts'

/** A changed field; `path` of a setting is `config.host`. */
export interface FieldChange {
  readonly path: string
  readonly before: unknown
  readonly after: unknown
}

interface ChangeTableProps {
  changes: readonly FieldChange[]
  /** `created`, `modified` or `deleted`. */
  action: string
}

/** The values of a record before and after a change, field by field. */
export function ChangeTable({ changes, action }: ChangeTableProps) {
  const filled = action === 'modified' ? changes : changes.filter(({ before, after }) => !isEmpty(before ?? after))
  return (
    <div className={styles.frame}>
      <table className={styles.changes}>
        <thead>
          <tr>
            <th scope="col">{tabWords.field}</th>
            {action === 'created' ? null : <th scope="col">{t.oldValue}</th>}
            {action === 'deleted' ? null : <th scope="col">{t.newValue}</th>}
          </tr>
        </thead>
        <tbody>
          {filled.map((change) => (
            <Line key={change.path} change={change} action={action} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Line({ change: { path, before, after }, action }: { change: FieldChange; action: string }) {
  return (
    <tr>
      <th scope="row">{path}</th>
      {action === 'created' ? null : (
        <td>
          <Value value={before} tone="before" />
        </td>
      )}
      {action === 'deleted' ? null : (
        <td>
          <Value value={after} tone="after" />
        </td>
      )}
    </tr>
  )
}

function Value({ value, tone }: { value: unknown; tone: 'before' | 'after' }) {
  if (isEmpty(value)) return <span className={styles.none}>{t.empty}</span>
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 1)
  return tone === 'before' ? (
    <Text as="del" tone="danger" className={styles.before}>
      {text}
    </Text>
  ) : (
    <Text as="ins" tone="success" className={styles.after}>
      {text}
    </Text>
  )
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}
