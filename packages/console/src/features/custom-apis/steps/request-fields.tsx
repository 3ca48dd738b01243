import { Stack } from '../../../ui/layout.tsx'
import { CodeEditor } from '../../../widgets/code/code-editor/code-editor.tsx'
import { jsonOf, parseOptionalJson } from '../../../widgets/code/code-editor/json-text.ts'
import { ServiceSelect } from '../../../widgets/pickers/service-select/service-select.tsx'
import { serviceSource } from '../../../widgets/pickers/service-select/service-source.ts'
import { fullNameOf, type RecordSource } from '../../../widgets/records/record-picker/record-source.ts'
import { tabWords } from '../../../words/tabs/messages.ts'
import { t } from '../messages.ts'
import { tableOf } from '../plan/table-step.ts'
import { callable } from '../use-sources.ts'
import { AnyRequest, AnyTarget } from './other-request.tsx'
import styles from './steps.module.css'
import type { RequestFieldsProps } from './surroundings.ts'
import { TableRequest, TableTarget } from './table-request.tsx'
import { useTypedText } from './use-typed-text.ts'

/** The request of a step: to a table, by pickers, or to any resource of a service. */
export function RequestFields(props: RequestFieldsProps) {
  const { step, around, onChange } = props
  const { service, resource = '', method = 'GET' } = step
  const { sources, others } = around
  const isTable = tableOf(step) !== null || (resource === '' && around.hasTables(service))
  const choose = (next: string) => {
    if (others.some(({ name }) => name === next)) around.addSource(next)
    onChange({ service: next, resource: undefined, params: undefined })
  }
  return (
    <Stack gap={4}>
      <div className={styles.target}>
        <ServiceSelect
          label={tabWords.service}
          required
          source={sourceOf(sources.map(({ name }) => name))}
          value={service}
          error={around.errorAt('service')}
          onChange={(next) => next && choose(next.label)}
        />
        {isTable ? <TableTarget {...props} /> : <AnyTarget {...props} />}
      </div>
      {isTable ? <TableRequest {...props} /> : <AnyRequest {...props} />}
      {method === 'GET' || method === 'DELETE' ? null : (
        <JsonField
          label={t.body}
          help={t.bodyHelp}
          lines={6}
          value={step.body}
          error={around.errorAt('body')}
          onChange={(body) => onChange({ body })}
          onReadable={(isReadable) => around.setReadable('body', isReadable)}
        />
      )}
    </Stack>
  )
}

/** The sources of an API, and then what can become one. */
function sourceOf(sources: readonly string[]): RecordSource {
  return {
    ...serviceSource(...callable),
    finds: {
      variant: ['callable', ...sources].join(),
      async find(search) {
        const { findServices, servicesQuery } = await import('../../../widgets/pickers/service-select/find-services.ts')
        const [own, { records, more }] = await Promise.all([
          search.client.fetchQuery(servicesQuery(sources)),
          findServices(callable, search),
        ])
        const wanted = search.text.toLowerCase()
        const first = [...own.values()].filter((record) => fullNameOf(record).toLowerCase().includes(wanted))
        const others = records.filter(({ label }) => !sources.includes(label))
        return { records: [...first, ...others.map((each) => ({ ...each, hint: t.becomesSource }))], more }
      },
    },
  }
}

interface JsonFieldProps {
  label: string
  help?: string
  lines: number
  /** Any JSON; `undefined` for an empty text. */
  value: unknown
  error: string | undefined
  onChange: (value: unknown) => void
  /** Told whether the text can be read; while it cannot, the value stays as it was. */
  onReadable: (isReadable: boolean) => void
}

/** A value as JSON text. */
function JsonField({ label, help, lines, value, error, onChange, onReadable }: JsonFieldProps) {
  const [text, setText] = useTypedText(value, jsonOf)
  return (
    <CodeEditor
      label={label}
      help={help}
      language="json"
      lines={lines}
      value={text}
      error={parseOptionalJson(text).ok ? error : t.jsonInvalid}
      onChange={(next) => {
        if (next === text) return
        const found = parseOptionalJson(next)
        setText(next, found.ok ? found.value : value)
        onReadable(found.ok)
        if (found.ok) onChange(found.value)
      }}
    />
  )
}
