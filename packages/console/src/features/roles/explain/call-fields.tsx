import { type Requestor, type Verb, verbs } from '@millwright/contract/verbs'
import { Pair } from '../../../ui/layout.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { useSettled } from '../../../ui/use-settled.ts'
import { ComponentField } from '../../../widgets/component-field/component-field.tsx'
import { ServiceSelect } from '../../../widgets/service-select/service-select.tsx'
import { t } from '../opened/messages.ts'
import styles from './explain.module.css'

/** A call that somebody might make. */
export interface AskedCall {
  readonly verb: Verb
  readonly path: string
  readonly requestor: Requestor
}

interface CallFieldsProps {
  call: AskedCall
  onChange: (change: Partial<AskedCall>) => void
}

/** Milliseconds without a key after which a typed name of a service is looked for. */
const pause = 300

/** Which call is explained: its service and what of it are chosen, or the path is typed. */
export function CallFields({ call, onChange }: CallFieldsProps) {
  const [typed = ''] = call.path.trim().split('/')
  const service = useSettled(typed, pause)
  return (
    <>
      <div className={styles.service}>
        <ServiceSelect
          label={t.service}
          value={service}
          onChange={(chosen) => chosen && onChange({ path: `${chosen.label}/` })}
        />
      </div>
      <ComponentField
        label={t.path}
        placeholder="db/_table/contact"
        service={service === '' ? null : service}
        withService
        value={call.path}
        onChange={(path) => onChange({ path })}
      />
      <Pair>
        <SelectField
          label={t.verb}
          value={call.verb}
          options={verbs.map((verb) => ({ value: verb, label: verb }))}
          onChange={(verb) => onChange({ verb })}
        />
        <SelectField
          label={t.requester}
          value={call.requestor}
          options={[
            { value: 'API', label: 'API' },
            { value: 'SCRIPT', label: 'SCRIPT' },
          ]}
          onChange={(requestor) => onChange({ requestor })}
        />
      </Pair>
    </>
  )
}
