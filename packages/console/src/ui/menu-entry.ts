import type { ReactNode } from 'react'

/** An item of a menu. */
export type MenuEntry =
  | {
      kind?: 'action'
      label: string
      icon?: ReactNode
      onSelect: () => void
      /** Also renders the item as a real link, so that it can be opened in a new tab. */
      href?: string
      danger?: boolean
      disabledReason?: string | false | null | undefined
      keys?: readonly string[]
    }
  | { kind: 'link'; label: string; icon?: ReactNode; href: string; newTab?: boolean }
  | {
      kind: 'check'
      label: string
      checked: boolean
      onChange: (checked: boolean) => void
      disabled?: boolean
      /** Closes the menu after choosing one option; absent, it stays open for further choices. */
      closes?: true
    }
  | { kind: 'separator'; id: string }
  | { kind: 'heading'; label: string }
