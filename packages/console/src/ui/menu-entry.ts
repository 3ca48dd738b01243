import type { ReactNode } from 'react'

/** A line of a menu. */
export type MenuEntry =
  | {
      kind?: 'action'
      label: string
      icon?: ReactNode
      onSelect: () => void
      /** Also makes the entry a real link, so that it can be opened in a new tab. */
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
      /** One of several is chosen, and that is all; absent: the menu stays for others. */
      closes?: true
    }
  | { kind: 'separator'; id: string }
  | { kind: 'heading'; label: string }
