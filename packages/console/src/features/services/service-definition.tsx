import type { ServiceType } from '@millwright/contract/wire/service-type'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { send } from '../../instance/send.ts'
import { Row } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Text } from '../../ui/text.tsx'
import { CodeEditor } from '../../widgets/code-editor/code-editor.tsx'
import { CodeHostButton } from '../../widgets/code-host/code-host-button.tsx'
import { FileButton } from '../../widgets/script-source/file-button.tsx'
import type { Definition } from './draft-members.ts'
import { t } from './messages.ts'
import styles from './services.module.css'

/** Kinds whose calls only their owner can describe. */
const described = new Set(['rws', 'nodejs', 'php', 'python', 'python3'])

const definitionEndings: readonly string[] = ['json', 'yml', 'yaml']

interface ServiceDefinitionProps {
  type: ServiceType
  /** Its name, once it is stored. */
  stored: string | null
  value: Definition
  error: string | undefined
  onChange: (value: Definition) => void
}

/** The description of a service's API that people read and clients are made from. */
export function ServiceDefinition({ type, stored, value, error, onChange }: ServiceDefinitionProps) {
  const editable = described.has(type.name) || type.service_definition_editable === true
  if (!editable && value.content === '')
    return (
      <div className={styles.info}>
        <Text tone="muted" measure>
          {t.describedByInstance}
        </Text>
        {stored === null ? null : <GeneratedDefinition service={stored} />}
      </div>
    )
  const reason = editable ? null : t.notEditable
  const take = (content: string, ending: string) => onChange({ content, format: ending === 'json' ? 'json' : 'yaml' })
  return (
    <div className={styles.info}>
      <Text tone="muted" measure>
        {editable ? t.definitionHelp : t.definitionReadOnly}
      </Text>
      <Row gap={3} align="end" className={styles.definitionHead}>
        <SelectField
          label={t.selectFormat}
          disabled={!editable}
          value={value.format}
          onChange={(format) => onChange({ ...value, format })}
          options={[
            { value: 'json', label: 'JSON' },
            { value: 'yaml', label: 'YAML' },
          ]}
        />
        <FileButton
          module={t.module}
          label={t.definitionFile}
          endings={definitionEndings}
          disabledReason={reason}
          onText={take}
        />
        <CodeHostButton endings={definitionEndings} disabledReason={reason} onText={take} />
      </Row>
      <CodeEditor
        label={editable ? t.serviceDefinition : t.serviceDefinitionReadOnly}
        language={value.format}
        readOnly={!editable}
        error={error}
        lines={16}
        value={value.content}
        onChange={(content) => onChange({ ...value, content })}
      />
    </div>
  )
}

type Format = 'json' | 'yaml'

/** What the instance says of a service, as text; tables of a database without paths of their own, which would be thousands. */
function generatedQuery(service: string, format: Format) {
  return queryOptions({
    queryKey: ['collection', 'system/service', 'generated', service, format],
    queryFn: async ({ signal }) => {
      const path = `api_docs/${encodeURIComponent(service)}`
      const params = { expand_schema: false, ...(format === 'yaml' && { format }) }
      const { data } = await send<unknown>({ verb: 'GET', path, params, signal })
      return typeof data === 'string' ? data : JSON.stringify(data, null, 2)
    },
    retry: false,
  })
}

/** The definition that the instance makes itself, to be read. */
function GeneratedDefinition({ service }: { service: string }) {
  const [format, setFormat] = useState<Format>('json')
  const yaml = hasFeature(useEnvironment(), 'api-docs-yaml')
  const { data, error } = useQuery(generatedQuery(service, format))
  return (
    <>
      {yaml ? (
        <Row gap={3} align="end" className={styles.definitionHead}>
          <SelectField
            label={t.selectFormat}
            value={format}
            onChange={setFormat}
            options={[
              { value: 'json', label: 'JSON' },
              { value: 'yaml', label: 'YAML' },
            ]}
          />
        </Row>
      ) : null}
      {data !== undefined ? (
        <CodeEditor
          label={t.serviceDefinitionReadOnly}
          language={format}
          readOnly
          lines={16}
          value={data}
          onChange={() => {}}
        />
      ) : error ? (
        <Text tone="muted" measure>
          {messageOf(error)}
        </Text>
      ) : (
        <Skeleton lines={8} />
      )}
    </>
  )
}
