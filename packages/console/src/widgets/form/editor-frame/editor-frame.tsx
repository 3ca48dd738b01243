import { IconX } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, type Ref, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Stack } from '../../../ui/layout.tsx'
import room from '../../../ui/room.module.css'
import { Text } from '../../../ui/text.tsx'
import { commonWords } from '../../../words/messages.ts'
import styles from './editor-frame.module.css'
import { useOpenPanel } from './open-panels.ts'

interface EditorFrameProps {
  title: string
  subtitle?: ReactNode
  /** Content next to the close button. */
  aside?: ReactNode
  /** For tables. */
  wide?: boolean
  /** Requests closing; a form with unsaved changes asks for confirmation first. */
  onClose: () => void
  children: ReactNode
}

/** The panel over a list for viewing and editing a record; fills the page on a small screen. */
export function EditorFrame({ title, subtitle, aside, wide = false, onClose, children }: EditorFrameProps) {
  const heading = useId()
  const panel = useRef<HTMLElement>(null)
  usePanelFocus(panel)
  useOpenPanel()
  return (
    <>
      <div className={classNames(styles.scrim, room.from992)} aria-hidden="true" onPointerDown={onClose} />
      <section
        ref={panel}
        role="dialog"
        aria-labelledby={heading}
        tabIndex={-1}
        className={classNames(styles.panel, wide && styles.wide)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.defaultPrevented || !isWithin(panel.current, event.target)) return
          event.preventDefault()
          onClose()
        }}
      >
        <header className={styles.header}>
          <Stack grow shrink>
            <h2 id={heading} className={styles.title} title={title}>
              {title}
            </h2>
            {subtitle ? (
              <Text as="div" tone="muted" size="sm">
                {subtitle}
              </Text>
            ) : null}
          </Stack>
          {aside}
          <IconButton label={commonWords.close} icon={<IconX />} onClick={onClose} />
        </header>
        {children}
      </section>
    </>
  )
}

/** React events of dialogs opened by the panel bubble through it although they are elsewhere in the DOM. */
function isWithin(panel: HTMLElement | null, target: EventTarget): boolean {
  return target instanceof Node && (panel?.contains(target) ?? false)
}

/** Moves focus into a panel when it opens, and restores it when it closes. */
function usePanelFocus(panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const before = document.activeElement
    const field = panel.current?.querySelector<HTMLElement>('[autofocus], [data-autofocus]')
    ;(field ?? panel.current)?.focus({ preventScroll: true })
    return () => {
      // The list becomes focusable only after this commit.
      requestAnimationFrame(() => {
        if (before instanceof HTMLElement && before.isConnected && document.activeElement === document.body)
          before.focus({ preventScroll: true })
      })
    }
  }, [panel])
}

/** What an editor or a panel shows below its title: the only part that scrolls. */
export function EditorContent({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames(styles.content, className)} />
}

interface EditorBodyProps {
  ref?: Ref<HTMLFormElement>
  /** Class of the content, if it has a layout of its own. */
  className?: string | undefined
  /** The content grows to the height of the form. */
  fills?: boolean
  hidden?: boolean
  inert?: boolean
  /** Between content and footer, always visible: what saving will do. */
  preview?: ReactNode
  /** In the footer, before the buttons: what is not saved yet. */
  status: string
  /** The primary one last. */
  buttons: ReactNode
  onSubmit: () => void
  children: ReactNode
}

/** A form whose content scrolls above a footer that is always visible, whatever contains it. */
export function EditorBody({
  className,
  fills,
  preview,
  status,
  buttons,
  onSubmit,
  children,
  ...form
}: EditorBodyProps) {
  return (
    <Stack
      as="form"
      fill
      className={styles.form}
      noValidate
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
      {...form}
    >
      <EditorContent className={classNames(fills && styles.filled, className)}>{children}</EditorContent>
      {preview}
      <footer className={styles.footer}>
        <p className={styles.unsaved} role="status">
          {status}
        </p>
        {buttons}
      </footer>
    </Stack>
  )
}
