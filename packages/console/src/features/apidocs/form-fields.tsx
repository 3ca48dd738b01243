import styles from './apidocs.module.css'
import { partKey } from './call-draft.ts'
import { FileField } from './file-field.tsx'
import type { FormPart, PartValue } from './form-parts.ts'
import { ParameterField } from './parameter-field.tsx'
import { plainWords } from './prose.tsx'

type Values = Readonly<Record<string, PartValue>>

interface FormFieldsProps {
  parts: readonly FormPart[]
  values: Values
  problems: Readonly<Record<string, string>>
  onChange: (values: Values) => void
}

/** The parts of a form that is sent: texts and files. */
export function FormFields({ parts, values, problems, onChange }: FormFieldsProps) {
  return (
    <fieldset className={styles.parts}>
      <legend>Body</legend>
      <div className={styles.fields}>
        {parts.map((part) => {
          const { name, file } = part
          const value = values[name]
          const error = problems[partKey(name)]
          const set = (next: PartValue) => onChange({ ...values, [name]: next })
          return file === null ? (
            <ParameterField
              key={name}
              parameter={part}
              value={typeof value === 'string' ? value : ''}
              error={error}
              onChange={set}
            />
          ) : (
            <FileField
              key={name}
              label={name}
              help={plainWords(part.description)}
              required={part.required}
              error={error}
              many={file === 'many'}
              files={typeof value === 'string' || value === undefined ? [] : value}
              onChange={set}
            />
          )
        })}
      </div>
    </fieldset>
  )
}
