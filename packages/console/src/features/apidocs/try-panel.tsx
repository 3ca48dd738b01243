import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { formatBytes } from '../../language/byte-words.ts'
import { durationWords } from '../../language/duration-words.ts'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyTextButton } from '../../ui/copy-text-button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Text } from '../../ui/text.tsx'
import { useScrollIntoView } from '../../ui/use-in-sight.ts'
import { CodeEditor } from '../../widgets/code/code-editor/code-editor.tsx'
import { RecordPicker } from '../../widgets/records/record-picker/record-picker.tsx'
import { appSource, type RecordSource } from '../../widgets/records/record-picker/record-source.ts'
import { commonWords } from '../../words/messages.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import type { Json } from './api-document.ts'
import styles from './apidocs.module.css'
import { type CallDraft, checkDraft, draftKey } from './call-draft.ts'
import { callingAppsQuery } from './docs-queries.ts'
import { BodyField, ParameterField } from './input-fields.tsx'
import { docsMessages } from './messages.ts'
import type { ApiOperation } from './operation.ts'
import type { Trial, TryResponse, TryState } from './use-try.ts'

interface TryPanelProps {
  root: Json
  operation: ApiOperation
  draft: CallDraft
  onChange: (draft: CallDraft) => void
  trial: Trial
}

const fewParameters = 4

/** A form for a call, and its response. */
export function TryPanel({ root, operation, draft, onChange, trial }: TryPanelProps) {
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const { parameters, body, verb } = operation
  const sending = trial.state.kind === 'sending'

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending) return
    const found = checkDraft(root, operation, draft)
    setProblems(found)
    if (Object.keys(found).length === 0) return trial.start(draft)
    const form = event.currentTarget
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }

  const needed = parameters.filter((parameter) => parameter.required)
  const optional = parameters.filter((parameter) => !parameter.required)
  // Keeps the initial state: a section must not close while the user types.
  const [isOpen] = useState(
    optional.length <= fewParameters || optional.some((parameter) => draft.values[draftKey(parameter)]),
  )
  const fields = (list: typeof parameters) =>
    list.map((parameter) => {
      const key = draftKey(parameter)
      return (
        <ParameterField
          key={key}
          parameter={parameter}
          value={draft.values[key] ?? ''}
          error={problems[key]}
          onChange={(value) => onChange({ ...draft, values: { ...draft.values, [key]: value } })}
        />
      )
    })

  return (
    <Stack gap={5}>
      <Stack as="form" gap={4} onSubmit={send} noValidate>
        <CallAs trial={trial} />
        {needed.length > 0 ? <div className={styles.fields}>{fields(needed)}</div> : null}
        {optional.length > 0 ? (
          <details className={styles.optional} open={isOpen}>
            <summary>{docsMessages.optionalParameters({ count: optional.length })}</summary>
            <div className={styles.fields}>{fields(optional)}</div>
          </details>
        ) : null}
        {body === null ? null : (
          <BodyField root={root} verb={verb} body={body} draft={draft} problems={problems} onChange={onChange} />
        )}
        <Row gap={3} wrap>
          <Button type="submit" variant="primary" loading={sending}>
            {docsMessages.send}
          </Button>
          {sending ? <Button onClick={trial.cancel}>{commonWords.cancel}</Button> : null}
          {verb === 'GET' ? null : (
            <Text tone="muted" size="sm">
              {docsMessages.realRequestWarning}
            </Text>
          )}
        </Row>
      </Stack>
      <ResponseView state={trial.state} />
    </Stack>
  )
}

/** The apps whose keys this person may read. */
const callingApps: RecordSource = {
  ...appSource,
  get many() {
    return appSource.many
  },
  finds: {
    variant: 'calling',
    async find({ text, most, client }) {
      const apps = await client.fetchQuery(callingAppsQuery)
      const found = apps.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
      return { records: found.slice(0, most).map(({ id, name }) => ({ id, label: name })), more: found.length > most }
    },
  },
}

/** Chooses the caller: the signed-in person, or an app whose key may be read. */
function CallAs({ trial }: { trial: Trial }) {
  const { data: apps = [] } = useQuery(callingAppsQuery)
  if (apps.length === 0) return null
  return (
    <div className={styles.callAs}>
      <RecordPicker
        label={docsMessages.sendAsLabel}
        help={trial.app === null ? undefined : docsMessages.asAppHelp}
        source={callingApps}
        placeholder={docsMessages.ownSession}
        clearable
        value={trial.app === null ? null : { id: trial.app.id, label: trial.app.name }}
        onChange={(chosen) => trial.callAs(apps.find(({ id }) => id === chosen?.id) ?? null)}
      />
    </div>
  )
}

/** The result of the call. */
function ResponseView({ state }: { state: TryState }) {
  const section = useScrollIntoView<HTMLElement>(state.kind === 'answered' ? state.answer : null)
  return (
    <Stack ref={section} as="section" gap={2} shrink aria-label={docsMessages.response}>
      <p className={styles.outcome} role="status">
        {state.kind === 'sending' ? (
          docsMessages.waitingForResponse
        ) : state.kind === 'answered' ? (
          <Outcome {...state.answer} />
        ) : (
          ''
        )}
      </p>
      {state.kind === 'failed' ? (
        <Banner tone="danger" title={docsMessages.noResponse}>
          {state.message}
        </Banner>
      ) : null}
      {state.kind === 'answered' ? <Answer answer={state.answer} /> : null}
    </Stack>
  )
}

function Outcome({ status, statusText, milliseconds, content }: TryResponse) {
  return (
    <>
      <Badge tone={status < 400 ? 'success' : status < 500 ? 'warning' : 'danger'}>
        {status} {statusText}
      </Badge>
      <Text as="span" tone="muted" size="sm">
        {`${durationWords(milliseconds)} · ${formatBytes(content.size)}`}
      </Text>
    </>
  )
}

function Answer({ answer: { shown, content, headers } }: { answer: TryResponse }) {
  return (
    <>
      {content.size === 0 ? (
        <Text tone="muted" size="sm">
          {docsMessages.emptyResponse}
        </Text>
      ) : shown === null ? (
        <Text tone="muted" size="sm">
          {content.type ? docsMessages.responseNotText({ type: content.type }) : docsMessages.responseTypeUnknown}
        </Text>
      ) : (
        <CodeEditor
          label={shown.whole ? docsMessages.response : docsMessages.responseTruncated}
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
              {commonWords.copy}
            </CopyTextButton>
          ) : null}
          <Button size="small" icon={<IconDownload />} onClick={() => saveFile(content, fileName(content.type))}>
            {tabWords.save}
          </Button>
        </Row>
      ) : null}
      <details className={styles.optional}>
        <summary>{docsMessages.countedHeaders({ count: headers.length })}</summary>
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
