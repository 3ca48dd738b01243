import { IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { notify } from '../../../notifications/notify.ts'
import { Button } from '../../../ui/button.tsx'
import { t } from './messages.ts'

interface FileButtonProps {
  /** The module whose name the error toast shows if a file is rejected. */
  module: string
  /** Completes the accessible name of the control: `Script file`. */
  label: string
  endings: readonly string[]
  disabledReason?: string | null
  onText: (text: string, ending: string) => void
}

/** Reads the text of a file from this computer. */
export function FileButton({ module, label, endings, disabledReason = null, onText }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const take = async (file: File | undefined) => {
    if (input.current) input.current.value = ''
    if (!file) return
    const ending = scriptEnding(file.name, endings)
    if (ending === null) {
      notify({ type: 'error', title: module, text: t.wrongFile({ formats: asList(endings) }), tag: 'file' })
      return
    }
    onText(await file.text(), ending)
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={asList(endings)}
        onChange={(event) => void take(event.target.files?.[0])}
      />
      <Button size="small" icon={<IconUpload />} disabledReason={disabledReason} onClick={() => input.current?.click()}>
        {t.fromAFile}
      </Button>
    </>
  )
}

/** File extensions that are accepted for each script language. */
const scriptEndings: Readonly<Record<string, readonly string[]>> = {
  nodejs: ['js'],
  php: ['php'],
  python: ['py', 'python'],
  python3: ['py', 'python'],
}

export function endingsFor(type: string): readonly string[] {
  return scriptEndings[type] ?? ['json', 'js', 'php', 'yaml', 'yml']
}

/** The extension of a file name if it is one of these, otherwise `null`. */
export function scriptEnding(name: string, endings: readonly string[]): string | null {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return endings.includes(ending) ? ending : null
}

/** Formats extensions as a list, for display and for a file input's `accept`: `.json, .yml`. */
export function asList(endings: readonly string[]): string {
  return endings.map((ending) => `.${ending}`).join(', ')
}
