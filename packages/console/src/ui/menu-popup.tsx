import * as Ariakit from '@ariakit/react/menu'
import { IconCheck } from '@tabler/icons-react'
import { type RefObject, useLayoutEffect } from 'react'
import { classNames } from './class-names.ts'
import icons from './icon.module.css'
import { Kbd } from './kbd.tsx'
import { capOf } from './key-caps.ts'
import styles from './menu.module.css'
import type { MenuEntry } from './menu-entry.ts'

export interface MenuPopupProps {
  label: string
  anchor: RefObject<HTMLElement | null>
  items: readonly MenuEntry[]
  align: 'start' | 'end'
  onClose: () => void
}

/** The popup of a menu, with navigation by arrow keys, Home, End and typed letters. */
export function MenuPopup({ label, anchor, items, align, onClose }: MenuPopupProps) {
  const store = Ariakit.useMenuStore({
    open: true,
    setOpen: (open) => {
      if (!open) onClose()
    },
    placement: align === 'end' ? 'bottom-end' : 'bottom-start',
  })
  useLayoutEffect(() => {
    store.setAnchorElement(anchor.current)
    store.setDisclosureElement(anchor.current)
    store.setInitialFocus('first')
  }, [store, anchor])

  return (
    <Ariakit.Menu
      store={store}
      // Rendered next to its button instead of at the end of the page, so that it stays in its landmark and in the Tab order.
      portal={false}
      fixed
      autoFocusOnShow
      gutter={4}
      overflowPadding={8}
      className={styles.menu}
      aria-label={label}
    >
      {items.map((item) => (
        <Entry key={item.kind === 'separator' ? item.id : item.label} item={item} />
      ))}
    </Ariakit.Menu>
  )
}

function Entry({ item }: { item: MenuEntry }) {
  switch (item.kind) {
    case 'separator':
      return <Ariakit.MenuSeparator className={styles.separator} />
    case 'heading':
      return (
        <div className={styles.heading} role="presentation">
          {item.label}
        </div>
      )
    case 'check':
      return (
        <Ariakit.MenuItemCheckbox
          className={styles.item}
          name={item.label}
          checked={item.checked}
          disabled={item.disabled ?? false}
          hideOnClick={item.closes ?? false}
          onChange={(event) => item.onChange(event.currentTarget.checked || !item.checked)}
        >
          <span className={classNames(icons.small, styles.icon)}>{item.checked ? <IconCheck /> : null}</span>
          <span className={styles.text}>{item.label}</span>
        </Ariakit.MenuItemCheckbox>
      )
    case 'link':
      return (
        <Ariakit.MenuItem
          className={styles.item}
          render={<a href={item.href} {...(item.newTab ? { target: '_blank', rel: 'noopener noreferrer' } : {})} />}
        >
          {item.icon ? <span className={classNames(icons.small, styles.icon)}>{item.icon}</span> : null}
          <span className={styles.text}>{item.label}</span>
        </Ariakit.MenuItem>
      )
    default:
      return (
        <Ariakit.MenuItem
          className={classNames(styles.item, item.danger && styles.danger)}
          disabled={Boolean(item.disabledReason)}
          accessibleWhenDisabled
          title={item.disabledReason || undefined}
          onClick={(event) => {
            if (item.href !== undefined) event.preventDefault()
            item.onSelect()
          }}
          // biome-ignore lint/a11y/useAnchorContent: the menu item renders its content into this element
          {...(item.href === undefined ? {} : { render: <a href={item.href} /> })}
        >
          {item.icon ? <span className={classNames(icons.small, styles.icon)}>{item.icon}</span> : null}
          <span className={styles.text}>
            {item.label}
            {item.disabledReason ? <span className={styles.reason}>{item.disabledReason}</span> : null}
          </span>
          {item.keys ? <Kbd keys={item.keys.map(capOf)} /> : null}
        </Ariakit.MenuItem>
      )
  }
}
