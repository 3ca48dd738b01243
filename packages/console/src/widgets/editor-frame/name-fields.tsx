import { TextField } from '../../ui/text-field.tsx'

interface Named {
  readonly name: string
  readonly description: string
}

interface NameFieldsProps {
  draft: Named
  labels: Named
  errors: Readonly<Record<string, string>>
  /** Most characters of the name. */
  longest?: number
  set: (field: keyof Named, value: string) => void
}

/** What a record is called, and a line about it. */
export function NameFields({ draft, labels, errors, longest = 64, set }: NameFieldsProps) {
  return (
    <>
      <TextField
        label={labels.name}
        required
        maxLength={longest}
        value={draft.name}
        error={errors.name}
        onChange={(value) => set('name', value)}
      />
      <TextField
        label={labels.description}
        maxLength={255}
        value={draft.description}
        error={errors.description}
        onChange={(value) => set('description', value)}
      />
    </>
  )
}
