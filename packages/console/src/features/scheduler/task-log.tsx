import type { TaskLog } from '@millwright/contract/records/scheduler'
import { parseExact, stringifyExact } from '@millwright/contract/wire/exact-json'
import { CodeEditor } from '../../widgets/code-editor/code-editor.tsx'
import { RelativeDate } from '../../widgets/record-list/relative-date.tsx'
import styles from './scheduler.module.css'

/** Why the last run of a task failed. */
export function TaskLogView({ log }: { log: TaskLog | null }) {
  if (log === null)
    return <p className={styles.note}>Nothing to tell: the last run did not fail, or there was none yet.</p>
  return (
    <div className={styles.fields}>
      <p className={styles.status}>
        <strong>Status Code: {log.status_code}</strong>
        {log.last_modified_date ? (
          <span className={styles.note}>
            First failed like this <RelativeDate value={log.last_modified_date} />
          </span>
        ) : null}
      </p>
      <CodeEditor
        label="Answer of the service"
        language="json"
        lines={10}
        readOnly
        value={contentText(log.content)}
        onChange={() => undefined}
      />
    </div>
  )
}

function contentText(content: unknown): string {
  if (content === null || content === undefined) return ''
  if (typeof content !== 'string') return JSON.stringify(content, null, 2)
  try {
    return stringifyExact(parseExact(content), 2)
  } catch {
    return content
  }
}
