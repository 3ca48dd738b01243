import { allVerbs, type Verb, verbMask, verbs } from '@millwright/contract/verbs'
import { IconChevronDown } from '@tabler/icons-react'
import { Button } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import type { MenuEntry } from '../../../ui/menu-entry.ts'
import { tabWords } from '../../../words/tabs/messages.ts'
import { t } from './messages.ts'
import { afterAllOrNone, verbCaption } from './verb-caption.ts'

const meanings: Readonly<Record<Verb, string>> = {
  get GET() {
    return t.read
  },
  get POST() {
    return t.create
  },
  get PUT() {
    return t.replace
  },
  get PATCH() {
    return t.update
  },
  get DELETE() {
    return t.remove
  },
}

interface VerbPickerProps {
  label: string
  /** Bits of a `verb_mask`. */
  mask: number
  onChange: (mask: number) => void
}

/** Chooses any of the five verbs. To use it with a list of names, convert with `maskOf` and `verbsOf`. */
export function VerbPicker({ label, mask, onChange }: VerbPickerProps) {
  const items: MenuEntry[] = [
    {
      kind: 'check',
      label: tabWords.selectAll,
      checked: mask === allVerbs,
      onChange: () => onChange(afterAllOrNone(mask)),
    },
    { kind: 'separator', id: 'verbs' },
    ...verbs.map(
      (verb): MenuEntry => ({
        kind: 'check',
        label: `${verb} (${meanings[verb]})`,
        checked: (mask & verbMask[verb]) !== 0,
        onChange: () => onChange(mask ^ verbMask[verb]),
      }),
    ),
  ]
  return (
    <Menu
      label={label}
      items={items}
      trigger={(trigger) => (
        <Button {...trigger} variant="field" iconAfter={<IconChevronDown />}>
          {verbCaption(mask)}
        </Button>
      )}
    />
  )
}
