import type { ReactNode } from 'react'
import { Row, Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import type { Json } from './api-document.ts'
import type { ApiContent, ApiOperation, ApiParameter } from './operation.ts'
import { Prose } from './prose.tsx'
import parts from './reference.module.css'
import { linesOf, notesOf, typeWords } from './schema.ts'
import { SchemaTree } from './schema-tree.tsx'

const placeWords = { path: 'Path parameters', query: 'Query parameters', header: 'Headers' } as const

/** What an operation takes and what it answers. */
export function Reference({ root, operation }: { root: Json; operation: ApiOperation }) {
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
        <Section title={body.required ? 'Request body (required)' : 'Request body'}>
          <Prose text={body.description} />
          <Contents root={root} contents={body.contents} />
        </Section>
      )}
      <Section title="Responses">
        {answers.length === 0 ? (
          <Text tone="muted" size="sm">
            The description does not say.
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
          {required ? ' · required' : ''}
        </Text>
      </dt>
      <dd>
        <Prose text={description} />
        {notes.length > 0 ? <p>{notes.join(' · ')}</p> : null}
      </dd>
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
