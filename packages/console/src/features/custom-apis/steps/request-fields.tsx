import { Stack } from '../../../ui/layout.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { tabWords } from '../../../words/tabs/messages.ts'
import { t } from '../messages.ts'
import { tableOf } from '../plan/table-step.ts'
import { JsonField } from './json-field.tsx'
import { AnyRequest, AnyTarget } from './other-request.tsx'
import styles from './steps.module.css'
import type { RequestFieldsProps } from './surroundings.ts'
import { TableRequest, TableTarget } from './table-request.tsx'

/** The request of a step: to a table, by pickers, or to any resource of a service. */
export function RequestFields(props: RequestFieldsProps) {
  const { step, around, onChange } = props
  const { service, resource = '', method = 'GET' } = step
  const { sources, others } = around
  const isTable = tableOf(step) !== null || (resource === '' && around.hasTables(service))
  const isKnown = service === '' || [...sources, ...others].some(({ name }) => name === service)
  const choose = (next: string) => {
    if (others.some(({ name }) => name === next)) around.addSource(next)
    onChange({ service: next, resource: undefined, params: undefined })
  }
  return (
    <Stack gap={4}>
      <div className={styles.target}>
        <SelectField
          label={tabWords.service}
          required
          value={service}
          placeholder={t.chooseService}
          error={around.errorAt('service')}
          options={[
            ...(isKnown ? [] : [{ value: service, label: service }]),
            ...sources.map(({ name, label }) => ({ value: name, label: label || name })),
            ...others.map(({ name, label }) => ({ value: name, label: t.addsSource({ name: label || name }) })),
          ]}
          onChange={choose}
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
