import { TextField } from '../../ui/text-field.tsx'
import type { BoundField } from './use-form.ts'

interface NameFieldsProps {
  field: (name: 'name' | 'description') => BoundField<string>
  /** Most characters of the name. */
  longest?: number
}

/** What a record is called, and a line about it. */
export function NameFields({ field, longest = 64 }: NameFieldsProps) {
  return (
    <>
      <TextField {...field('name')} required maxLength={longest} />
      <TextField {...field('description')} maxLength={255} />
    </>
  )
}
