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
import styles from './services.module.css'

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
export function GeneratedDefinition({ service }: { service: string }) {
  const [format, setFormat] = useState<Format>('json')
  const yaml = hasFeature(useEnvironment(), 'api-docs-yaml')
  const { data, error } = useQuery(generatedQuery(service, format))
  return (
    <>
      {yaml ? (
        <Row gap={3} align="end" className={styles.definitionHead}>
          <SelectField
            label="Select Format"
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
          label="Service Definition (read only)"
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
