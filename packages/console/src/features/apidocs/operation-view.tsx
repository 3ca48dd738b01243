import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { externalUrl } from '../../instance/send.ts'
import { Badge } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { CopyTextButton } from '../../ui/copy-text-button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Text } from '../../ui/text.tsx'
import { type SnippetLanguage, snippetLanguages, snippetOf } from '../../widgets/code/call-code/snippets.ts'
import { CodeEditor } from '../../widgets/code/code-editor/code-editor.tsx'
import { DetailHeader } from '../../widgets/explorer/split/detail-header.tsx'
import { DetailBody } from '../../widgets/explorer/split/split-parts.tsx'
import { commonWords } from '../../words/messages.ts'
import type { ApiDocument, Json, OperationEntry } from './api-document.ts'
import styles from './apidocs.module.css'
import { type CallDraft, callOf, firstDraft } from './call-draft.ts'
import { componentSearch, docsAddress } from './docs-queries.ts'
import { docsMessages } from './messages.ts'
import { type ApiContent, type ApiOperation, type ApiParameter, readOperation } from './operation.ts'
import { Prose } from './prose.tsx'
import parts from './reference.module.css'
import { linesOf, notesOf, typeWords } from './schema.ts'
import { SchemaTree } from './schema-tree.tsx'
import { TryPanel } from './try-panel.tsx'
import { type Trial, useTry } from './use-try.ts'
import { VerbMark } from './verb-mark.tsx'

const placeWords = {
  path: docsMessages.pathParameters,
  query: docsMessages.queryParameters,
  header: docsMessages.headers,
} as const

/** The parameters, body and responses of an operation. */
function Reference({ root, operation }: { root: Json; operation: ApiOperation }) {
  const { description, parameters, body, answers } = operation
  const places = (['path', 'query', 'header'] as const).filter((place) => parameters.some((each) => each.in === place))
  return (
    <Stack gap={5}>
      <Prose text={description} />
      {places.map((place) => (
        <Section key={place} title={placeWords[place]}>
          <Stack as="dl">
            {parameters
              .filter((each) => each.in === place)
              .map((parameter) => (
                <Parameter key={parameter.name} root={root} parameter={parameter} />
              ))}
          </Stack>
        </Section>
      ))}
      {body === null ? null : (
        <Section title={body.required ? docsMessages.requestBodyRequired : docsMessages.requestBody}>
          <Prose text={body.description} />
          <Contents root={root} contents={body.contents} />
        </Section>
      )}
      <Section title={docsMessages.responses}>
        {answers.length === 0 ? (
          <Text tone="muted" size="sm">
            {docsMessages.notDocumented}
          </Text>
        ) : null}
        {answers.map(({ status, description: words, contents }) => (
          <Stack key={status} gap={2}>
            <Row gap={2} align="baseline">
              <Text as="code" weight="strong">
                {status === 'default' ? 'otherwise' : status}
              </Text>
              <Prose text={words} />
            </Row>
            <Contents root={root} contents={contents} />
          </Stack>
        ))}
      </Section>
    </Stack>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack as="section" gap={2} shrink>
      <h3>{title}</h3>
      {children}
    </Stack>
  )
}

function Parameter({ root, parameter }: { root: Json; parameter: ApiParameter }) {
  const { name, required, description, schema } = parameter
  const notes = notesOf(schema)
  return (
    <div className={parts.parameter}>
      <dt>
        <code>{name}</code>
        <Text as="span" tone="muted" size="xs">
          {typeWords(root, schema)}
          {required ? ` · ${docsMessages.required}` : ''}
        </Text>
      </dt>
      <Text as="dd" tone="muted">
        <Prose text={description} />
        {notes.length > 0 ? <p>{notes.join(' · ')}</p> : null}
      </Text>
    </div>
  )
}

function Contents({ root, contents }: { root: Json; contents: readonly ApiContent[] }) {
  return contents.map(({ type, schema }) => (
    <div key={type} className={parts.content}>
      <p className={parts.contentType}>
        <code>{type}</code>
        <Text as="span" tone="muted" size="xs">
          {typeWords(root, schema)}
        </Text>
      </p>
      {linesOf(root, schema).length > 0 ? <SchemaTree root={root} schema={schema} depth={0} /> : null}
    </div>
  ))
}

interface OperationViewProps {
  service: string
  /** Component that the list of operations is limited to; empty: the whole service. */
  component: string
  document: ApiDocument
  entry: OperationEntry
  onBack: () => void
}

const views = [
  {
    id: 'reference',
    label: docsMessages.reference,
  },
  {
    id: 'try',
    label: docsMessages.tryIt,
  },
  {
    id: 'code',
    label: commonWords.code,
  },
] as const
type View = (typeof views)[number]['id']

/** One operation: its description, a form to call it, and the call as a program. */
export function OperationView({ service, component, document, entry, onBack }: OperationViewProps) {
  const navigate = useNavigate()
  const search: { view?: unknown } = useSearch({ strict: false })
  const view: View = views.find(({ id }) => id === search.view)?.id ?? 'reference'
  const operation = useMemo(() => readOperation(document, entry), [document, entry])
  const [draft, setDraft] = useState(() => firstDraft(document.root, operation))
  // The response is kept when switching between views.
  const trial = useTry(document.root, service, operation)

  return (
    <>
      <DetailHeader title={operation.summary || operation.path} many={docsMessages.manyOperations} onBack={onBack}>
        {operation.deprecated ? <Badge tone="warning">{docsMessages.deprecated}</Badge> : null}
      </DetailHeader>
      <DetailBody gap={3}>
        <p className={styles.address}>
          <VerbMark verb={operation.verb} />
          <Text as="code" grow shrink breakAnywhere>
            /{service}
            {operation.path === '/' ? '' : operation.path}
          </Text>
          <CopyButton what="path" text={`/${service}${operation.path === '/' ? '' : operation.path}`} />
        </p>
        <Tabs
          label={docsMessages.operationViews}
          tabs={views}
          value={view}
          onChange={(next) =>
            void navigate({
              to: docsAddress.operation(service, entry.id),
              search: { ...componentSearch(component), ...(next !== 'reference' && { view: next }) },
              replace: true,
            })
          }
        >
          {view === 'reference' ? (
            <Reference root={document.root} operation={operation} />
          ) : view === 'try' ? (
            <TryPanel root={document.root} operation={operation} draft={draft} onChange={setDraft} trial={trial} />
          ) : (
            <SnippetPanel root={document.root} service={service} operation={operation} draft={draft} trial={trial} />
          )}
        </Tabs>
      </DetailBody>
    </>
  )
}

interface SnippetPanelProps {
  root: Json
  service: string
  operation: ApiOperation
  draft: CallDraft
  trial: Trial
}

/** The call with the current input, as a program to copy. */
function SnippetPanel({ root, service, operation, draft, trial: { app } }: SnippetPanelProps) {
  const [language, setLanguage] = useState<SnippetLanguage>('curl')
  const call = callOf(root, service, operation, draft)
  const address = externalUrl(call.path, call.params)
  const caller = app === null ? ({ kind: 'session' } as const) : ({ kind: 'app', key: app.key } as const)
  const text = snippetOf(language, { address, call, caller })
  return (
    <Stack gap={4}>
      <Row gap={3} align="end" justify="between" wrap>
        <div className={styles.callAs}>
          <SelectField
            label={docsMessages.language}
            value={language}
            onChange={setLanguage}
            options={snippetLanguages}
          />
        </div>
        <CopyTextButton text={text}>{commonWords.copy}</CopyTextButton>
      </Row>
      <CodeEditor
        label={docsMessages.program}
        labelHidden
        language={language === 'curl' ? 'text' : language}
        readOnly
        lines={8}
        value={text}
        onChange={() => {}}
        help={app === null ? docsMessages.snippetHelp : docsMessages.snippetKeyWarning({ name: app.name })}
      />
    </Stack>
  )
}
