import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { Row } from '../../../ui/layout.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { commonWords } from '../../../words/messages.ts'
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
  const [pasting, setPasting] = useState(false)
  /** The text field was opened before, so its button takes the focus back. */
  const [asked, setAsked] = useState(false)
  const [text, setText] = useState('')
  const use = (records: string) => {
    setPasting(false)
    onText(records)
  }
  return (
    <div className={styles.source}>
      <FileDrop
        title={name ?? t.chooseAFile}
        hint={name === null ? t.dropHelp : t.chooseOther}
        accept=".csv,.tsv,.json,.xml"
        onFile={(file) => {
          setPasting(false)
          onFile(file)
        }}
      />
      {pasting ? (
        <>
          <TextArea
            label={t.records}
            help={t.pasteHelp}
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
              {commonWords.cancel}
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
