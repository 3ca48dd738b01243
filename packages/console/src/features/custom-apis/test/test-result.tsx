import type { RightsHolder, TracedStep } from '@millwright/contract/records/custom-api'
import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react'
import { formatBytes } from '../../../language/byte-words.ts'
import { durationWords } from '../../../language/duration-words.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { CodeEditor } from '../../../widgets/code/code-editor/code-editor.tsx'
import { jsonOf } from '../../../widgets/code/code-editor/json-text.ts'
import { t as words } from '../messages.ts'
import { t } from './messages.ts'
import styles from './test.module.css'
import { errorText, type TestAnswer } from './test-endpoint.ts'

/** The outcome of a test: what each step did, and the answer. */
export function TestResult({ answer }: { answer: TestAnswer }) {
  const { ok = true, dry_run: isDry = false, result, error, trace = [] } = answer
  const rights = trace.find((entry) => entry.rights)?.rights ?? null
  return (
    <Stack gap={3} shrink>
      <Row gap={2} wrap>
        <Badge tone={ok ? 'success' : 'danger'}>{ok ? t.testPassed : t.testRejected}</Badge>
        {isDry ? <Badge>{t.nothingCalled}</Badge> : null}
      </Row>
      {rights === null || (rights.caller.sysadmin && rights.author.sysadmin) ? null : (
        <Text tone="muted" size="sm">
          {t.whoseRights({ caller: holderText(rights.caller), author: holderText(rights.author) })}
        </Text>
      )}
      {trace.length === 0 ? null : (
        <Stack as="ol" gap={2} aria-label={t.trace}>
          {trace.map((entry, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step of `each` can be in the trace several times
            <TraceRow key={at} entry={entry} />
          ))}
        </Stack>
      )}
      {error === undefined || error === null ? null : (
        <Text tone="danger" size="sm" breakAnywhere>
          {errorText(error)}
        </Text>
      )}
      {ok ? (
        <CodeEditor
          label={words.answer}
          language="json"
          lines={6}
          readOnly
          value={jsonOf(result ?? null)}
          onChange={() => {}}
        />
      ) : null}
    </Stack>
  )
}

function TraceRow({ entry }: { entry: Partial<TracedStep> }) {
  const { key, type, service, resource, method, ok = true, skipped = false, preview, error } = entry
  const requestor = entry.rights && !entry.rights.caller.sysadmin ? `(${entry.rights.requestor})` : ''
  const what =
    type === 'transform'
      ? t.transform
      : [method ?? 'GET', [service, resource].filter(Boolean).join('/'), requestor].filter(Boolean).join(' ')
  return (
    <li className={styles.entry}>
      <Text as="span" tone={skipped ? 'faint' : ok ? 'success' : 'danger'}>
        {skipped ? (
          <IconCircleDashed size={16} aria-label={t.stepSkipped} />
        ) : ok ? (
          <IconCircleCheck size={16} aria-label={t.stepPassed} />
        ) : (
          <IconCircleX size={16} aria-label={t.stepRejected} />
        )}
      </Text>
      <Stack grow shrink>
        <Row gap={2} justify="between" align="baseline">
          <Text as="span" mono weight="medium" truncate shrink>
            {key}
          </Text>
          <Text as="span" tone="muted" size="sm" tabular nowrap>
            {[rowsText(entry.rows), sizeText(entry.bytes), entry.cached ? t.fromCache : '', timeText(entry.ms)]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </Row>
        <Text as="span" mono tone="muted" size="sm" breakAnywhere>
          {what}
        </Text>
        {error !== undefined ? (
          <Text tone="danger" size="sm" breakAnywhere>
            {error}
          </Text>
        ) : preview === undefined || entry.rows !== undefined ? null : (
          <Text tone="muted" size="sm" breakAnywhere>
            {preview}
          </Text>
        )}
      </Stack>
    </li>
  )
}

function rowsText(rows: number | undefined): string {
  return typeof rows === 'number' ? t.countedRows({ count: rows }) : ''
}

function sizeText(bytes: number | undefined): string {
  return typeof bytes === 'number' && bytes > 0 ? formatBytes(bytes) : ''
}

function holderText({ sysadmin, role }: RightsHolder): string {
  return sysadmin ? t.fullAdministrator : role === null ? t.someRole : t.ofRole({ name: role })
}

function timeText(ms: number | undefined): string {
  return typeof ms === 'number' ? durationWords(ms) : ''
}
