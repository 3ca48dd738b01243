import type { ComponentProps, ReactNode, Ref } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { Stack } from '../../../ui/layout.tsx'
import styles from './editor-frame.module.css'

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
