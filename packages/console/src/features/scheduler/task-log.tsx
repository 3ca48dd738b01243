import type { TaskLog } from '@millwright/contract/records/scheduler'
import { parseExact, stringifyExact } from '@millwright/contract/wire/exact-json'
import { Row, Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import { CodeEditor } from '../../widgets/code-editor/code-editor.tsx'
import { RelativeDate } from '../../widgets/record-list/relative-date.tsx'

/** Why the last run of a task failed. */
export function TaskLogView({ log }: { log: TaskLog | null }) {
  if (log === null)
    return (
      <Text tone="muted" size="sm">
        Nothing to tell: the last run did not fail, or there was none yet.
      </Text>
    )
  return (
    <Stack gap={4}>
      <Row as="p" gap={3} align="baseline">
        <strong>Status Code: {log.status_code}</strong>
        {log.last_modified_date ? (
          <Text as="span" tone="muted" size="sm">
            First failed like this <RelativeDate value={log.last_modified_date} />
          </Text>
        ) : null}
      </Row>
      <CodeEditor
        label="Answer of the service"
        language="json"
        lines={10}
        readOnly
        value={contentText(log.content)}
        onChange={() => undefined}
      />
    </Stack>
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
