import { Checkbox } from '../../ui/checkbox.tsx'
import type { PageState } from './selection.ts'

interface SelectPageProps {
  state: PageState
  disabled: boolean
  onChange: (chosen: boolean) => void
}

export function SelectPage({ state, disabled, onChange }: SelectPageProps) {
  return (
    <Checkbox
      label="Select this page"
      labelHidden
      value={state === 'all'}
      mixed={state === 'some'}
      disabled={disabled}
      onChange={() => onChange(state !== 'all')}
    />
  )
}
