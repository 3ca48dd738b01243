import { type Requestor, requestorMask } from '@millwright/contract/verbs'
import { IconChevronDown } from '@tabler/icons-react'
import { Button } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { t } from './messages.ts'

const requestors: readonly Requestor[] = ['API', 'SCRIPT']

/** The text of the closed picker: nothing, or the chosen names. */
export function requestorCaption(mask: number): string {
  return requestors.filter((name) => (mask & requestorMask[name]) !== 0).join(', ') || t.noneSelected
}

interface RequestorPickerProps {
  label: string
  /** Bits of a `requestor_mask`. */
  mask: number
  onChange: (mask: number) => void
}

/** Chooses the requestors that a rule applies to: API clients, scripts, or both. */
export function RequestorPicker({ label, mask, onChange }: RequestorPickerProps) {
  return (
    <Menu
      label={label}
      items={requestors.map((name) => ({
        kind: 'check',
        label: name,
        checked: (mask & requestorMask[name]) !== 0,
        onChange: () => onChange(mask ^ requestorMask[name]),
      }))}
      trigger={(trigger) => (
        <Button {...trigger} variant="field" iconAfter={<IconChevronDown />}>
          {requestorCaption(mask)}
        </Button>
      )}
    />
  )
}
