import { Row, Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { VerbPicker } from './verb-picker.tsx'

interface VerbFieldProps {
  label: string
  mask: number
  error?: string | null | undefined
  onChange: (mask: number) => void
}

/** The picker of verbs as a field of a form, with its label in sight. */
export function VerbField({ label, mask, error, onChange }: VerbFieldProps) {
  return (
    <Stack gap={1}>
      <Text as="span" size="sm" weight="medium">
        {label}
      </Text>
      <Row>
        <VerbPicker label={label} mask={mask} onChange={onChange} />
      </Row>
      {error ? (
        <Text tone="danger" size="sm">
          {error}
        </Text>
      ) : null}
    </Stack>
  )
}
