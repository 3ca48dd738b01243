import { allVerbs, type Verb, verbMask, verbs, verbsOf } from '@millwright/contract/verbs'
import { IconChevronDown } from '@tabler/icons-react'
import { Button } from '../../../ui/button.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { Menu } from '../../../ui/menu.tsx'
import type { MenuEntry } from '../../../ui/menu-entry.ts'
import { Text } from '../../../ui/text.tsx'
import { tabWords } from '../../../words/tabs/messages.ts'
import { t } from './messages.ts'

const meanings: Readonly<Record<Verb, string>> = {
  GET: t.read,
  POST: t.create,
  PUT: t.replace,
  PATCH: t.update,
  DELETE: t.remove,
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

/** The text of the closed picker: nothing, the only verb, or the number of verbs. */
export function verbCaption(mask: number): string {
  const chosen = verbsOf(mask)
  const [only] = chosen
  if (only === undefined) return t.noneSelected
  return chosen.length === 1 ? only : t.countSelected({ count: chosen.length })
}

/** The mask after "select all", which clears the mask if any verb is chosen. */
export function afterAllOrNone(mask: number): number {
  return (mask & allVerbs) === 0 ? allVerbs : 0
}
