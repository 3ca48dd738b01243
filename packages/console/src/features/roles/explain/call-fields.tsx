import { type Requestor, type Verb, verbs } from '@millwright/contract/verbs'
import { Pair } from '../../../ui/layout.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { useDebouncedValue } from '../../../ui/use-settled.ts'
import { ComponentField } from '../../../widgets/pickers/component-field/component-field.tsx'
import { ServiceSelect } from '../../../widgets/pickers/service-select/service-select.tsx'
import { tabWords } from '../../../words/tabs/messages.ts'
import { t } from '../opened/messages.ts'
import styles from './explain.module.css'

/** A hypothetical request. */
export interface AskedCall {
  readonly verb: Verb
  readonly path: string
  readonly requestor: Requestor
}

interface CallFieldsProps {
  call: AskedCall
  onChange: (change: Partial<AskedCall>) => void
}

/** Milliseconds after the last keystroke until a typed service name is looked up. */
const pause = 300

/** The request to explain: service and component are chosen, or the path is typed. */
export function CallFields({ call, onChange }: CallFieldsProps) {
  const [typed = ''] = call.path.trim().split('/')
  const service = useDebouncedValue(typed, pause)
  return (
    <>
      <div className={styles.service}>
        <ServiceSelect
          label={tabWords.service}
          value={service}
          onChange={(chosen) => chosen && onChange({ path: `${chosen.label}/` })}
        />
      </div>
      <ComponentField
        label={tabWords.path}
        placeholder="db/_table/contact"
        service={service === '' ? null : service}
        withService
        value={call.path}
        onChange={(path) => onChange({ path })}
      />
      <Pair>
        <SelectField
          label={tabWords.verb}
          value={call.verb}
          options={verbs.map((verb) => ({ value: verb, label: verb }))}
          onChange={(verb) => onChange({ verb })}
        />
        <SelectField
          label={t.calledThrough}
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
