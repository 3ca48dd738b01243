import { useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Row } from '../../ui/layout.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import dialogs from '../record-list/dialogs.module.css'
import styles from './import.module.css'
import { t } from './messages.ts'

interface ImportSourceProps {
  /** Name of the open file, or `null`. */
  name: string | null
  onFile: (file: File) => void
  onText: (text: string) => void
}

/** The source of the records: a chosen or dropped file, or pasted text. */
export function ImportSource({ name, onFile, onText }: ImportSourceProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [pasting, setPasting] = useState(false)
  /** The text field was opened before, so its button takes the focus back. */
  const [asked, setAsked] = useState(false)
  const [text, setText] = useState('')
  const take = (file: File | undefined) => {
    if (input.current) input.current.value = ''
    if (!file) return
    setPasting(false)
    onFile(file)
  }
  const use = (records: string) => {
    setPasting(false)
    onText(records)
  }
  return (
    <div className={styles.source}>
      <label
        className={dialogs.drop}
        htmlFor={id}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          take(event.dataTransfer.files[0])
        }}
      >
        <input
          ref={input}
          id={id}
          type="file"
          className={dialogs.file}
          accept=".csv,.tsv,.json,.xml"
          onChange={(event) => take(event.target.files?.[0])}
        />
        <strong>{name ?? t.chooseAFile}</strong>
        <span>{name === null ? t.orDropItHereCsv : t.chooseOrDropAnotherOne}</span>
      </label>
      {pasting ? (
        <>
          <TextArea
            label={t.records}
            help={t.asCsvWhoseFirstLine}
            rows={6}
            mono
            spellCheck={false}
            value={text}
            onChange={setText}
            autoFocus
            onPaste={(event) => {
              const pasted = event.clipboardData.getData('text')
              if (text.trim() !== '' || pasted.trim() === '') return
              // Pasted text is complete, so it is used at once; it can be opened again for editing.
              event.preventDefault()
              setText(pasted)
              use(pasted)
            }}
          />
          <Row gap={2}>
            <Button disabledReason={text.trim() === '' && t.pasteRecordsFirst} onClick={() => use(text)}>
              {t.useThisText}
            </Button>
            <Button variant="quiet" onClick={() => setPasting(false)}>
              {t.cancel}
            </Button>
          </Row>
        </>
      ) : (
        <div>
          <Button
            variant="quiet"
            autoFocus={asked}
            onClick={() => {
              setAsked(true)
              setPasting(true)
            }}
          >
            {t.pasteRecords}
          </Button>
        </div>
      )}
    </div>
  )
}
