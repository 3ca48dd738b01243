import { TextField } from '../../../ui/text-field.tsx'
import type { BoundField } from './use-form.ts'

interface NameFieldsProps {
  field: (name: 'name' | 'description') => BoundField<string>
  /** Maximum length of the name. */
  longest?: number
}

/** Name and description of a record. */
export function NameFields({ field, longest = 64 }: NameFieldsProps) {
  return (
    <>
      <TextField {...field('name')} required maxLength={longest} />
      <TextField {...field('description')} maxLength={255} />
    </>
  )
}
