import type { ReactNode } from 'react'
import type { Json } from './api-document.ts'
import styles from './apidocs.module.css'
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
    <div className={styles.sections}>
      <Prose text={description} />
      {places.map((place) => (
        <Section key={place} title={placeWords[place]}>
          <dl className={parts.parameters}>
            {parameters
              .filter((each) => each.in === place)
              .map((parameter) => (
                <Parameter key={parameter.name} root={root} parameter={parameter} />
              ))}
          </dl>
        </Section>
      ))}
      {body === null ? null : (
        <Section title={body.required ? 'Request body (required)' : 'Request body'}>
          <Prose text={body.description} />
          <Contents root={root} contents={body.contents} />
        </Section>
      )}
      <Section title="Responses">
        {answers.length === 0 ? <p className={styles.faint}>The description does not say.</p> : null}
        {answers.map(({ status, description: words, contents }) => (
          <div key={status} className={parts.answer}>
            <div className={parts.says}>
              <code className={parts.status}>{status === 'default' ? 'otherwise' : status}</code>
              <Prose text={words} />
            </div>
            <Contents root={root} contents={contents} />
          </div>
        ))}
      </Section>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

function Parameter({ root, parameter }: { root: Json; parameter: ApiParameter }) {
  const { name, required, description, schema } = parameter
  const notes = notesOf(schema)
  return (
    <div className={parts.parameter}>
      <dt>
        <code>{name}</code>
        <span className={parts.type}>
          {typeWords(root, schema)}
          {required ? ' · required' : ''}
        </span>
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
        <span className={parts.type}>{typeWords(root, schema)}</span>
      </p>
      {linesOf(root, schema).length > 0 ? <SchemaTree root={root} schema={schema} depth={0} /> : null}
    </div>
  ))
}
