import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { docsMessages } from './messages.ts'
import type { ApiParameter } from './operation.ts'
import { plainWords } from './prose.tsx'
import { notesOf } from './schema.ts'

interface ParameterFieldProps {
  parameter: Pick<ApiParameter, 'name' | 'required' | 'description' | 'schema'>
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** The control for one parameter, chosen by its schema. */
export function ParameterField({ parameter, value, error, onChange }: ParameterFieldProps) {
  const { name, required, description, schema } = parameter
  const choices = choicesOf(schema)
  const help = [plainWords(description), ...(choices ? [] : notesOf(schema))].filter(Boolean).join(' · ')
  const shared = { label: name, help, error, required, value, onChange }
  if (choices === null) return <TextField {...shared} mono spellCheck={false} autoComplete="off" />
  return (
    <SelectField
      {...shared}
      options={[
        { value: '', label: required ? docsMessages.choose : docsMessages.notSent },
        ...choices.map((each) => ({ value: each, label: each })),
      ]}
    />
  )
}

function choicesOf(schema: ApiParameter['schema']): readonly string[] | null {
  if (Array.isArray(schema.enum)) return schema.enum.filter((choice) => choice !== null).map(String)
  return schema.type === 'boolean' ? ['true', 'false'] : null
}
