import { IconDownload } from '@tabler/icons-react'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyTextButton } from '../../ui/copy-text-button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import { useInSight } from '../../ui/use-in-sight.ts'
import { CodeEditor } from '../../widgets/code-editor/code-editor.tsx'
import { saveFile } from '../../widgets/record-list/save-file.ts'
import styles from './apidocs.module.css'
import { sizeWords, type Tried } from './tried.ts'
import type { TryState } from './use-try.ts'

/** What became of the call. */
export function ResponseView({ state }: { state: TryState }) {
  const section = useInSight<HTMLElement>(state.kind === 'answered' ? state.answer : null)
  return (
    <Stack ref={section} as="section" gap={2} shrink aria-label="Response">
      <p className={styles.outcome} role="status">
        {state.kind === 'sending' ? (
          'Waiting for the response…'
        ) : state.kind === 'answered' ? (
          <Outcome {...state.answer} />
        ) : (
          ''
        )}
      </p>
      {state.kind === 'failed' ? (
        <Banner tone="danger" title="There was no response.">
          {state.message}
        </Banner>
      ) : null}
      {state.kind === 'answered' ? <Answer answer={state.answer} /> : null}
    </Stack>
  )
}

function Outcome({ status, statusText, milliseconds, content }: Tried) {
  return (
    <>
      <Badge tone={status < 400 ? 'success' : status < 500 ? 'warning' : 'danger'}>
        {status} {statusText}
      </Badge>
      <Text as="span" tone="muted" size="sm">
        {Math.round(milliseconds)} ms · {sizeWords(content.size)}
      </Text>
    </>
  )
}

function Answer({ answer: { shown, content, headers } }: { answer: Tried }) {
  return (
    <>
      {content.size === 0 ? (
        <Text tone="muted" size="sm">
          The response is empty.
        </Text>
      ) : shown === null ? (
        <Text tone="muted" size="sm">
          The response is no text ({content.type || 'of no type that is told'}).
        </Text>
      ) : (
        <CodeEditor
          label={shown.whole ? 'Response' : 'Response (its beginning; save it to see the rest)'}
          language={shown.language}
          readOnly
          lines={8}
          value={shown.text}
          onChange={() => {}}
        />
      )}
      {content.size > 0 ? (
        <Row gap={3} wrap>
          {shown?.whole ? (
            <CopyTextButton size="small" text={shown.text}>
              Copy
            </CopyTextButton>
          ) : null}
          <Button size="small" icon={<IconDownload />} onClick={() => saveFile(content, fileName(content.type))}>
            Save
          </Button>
        </Row>
      ) : null}
      <details className={styles.optional}>
        <summary>{headers.length === 1 ? '1 header' : `${headers.length} headers`}</summary>
        <dl className={styles.headers}>
          {headers.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  )
}

function fileName(type: string): string {
  const [, kind = 'bin'] = /[/+](json|xml|csv|yaml|html|plain|png|jpeg|pdf|zip)\b/.exec(type) ?? []
  return `response.${kind === 'plain' ? 'txt' : kind}`
}
