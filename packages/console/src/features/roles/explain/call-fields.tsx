import { type Requestor, type Verb, verbs } from '@millwright/contract/verbs'
import { Pair } from '../../../ui/layout.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { t } from '../opened/messages.ts'

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

/** Which call is explained. */
export function CallFields({ call, onChange }: CallFieldsProps) {
  return (
    <>
      <TextField
        label={t.path}
        mono
        spellCheck={false}
        autoComplete="off"
        placeholder="db/_table/contact"
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
