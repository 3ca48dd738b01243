import { csvDelimiters } from '@millwright/contract/wire/csv-form'
import type { TextEncoding } from '@millwright/contract/wire/text-encoding'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { Row } from '../../../ui/layout.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { commonWords } from '../../../words/messages.ts'
import styles from './import.module.css'
import { t } from './messages.ts'
import type { OpenedFile } from './use-import.ts'

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
  const [wasOpen, setAsked] = useState(false)
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
            autoFocus={wasOpen}
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

const encodings: readonly TextEncoding[] = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be']

/** How a CSV file was recognized to be written; each choice reads it again. */
export function CsvChoices({ file: { form }, encoding, reread }: OpenedFile) {
  if (form === undefined || reread === undefined) return null
  const delimiters = { comma: t.comma, semicolon: t.semicolon, tab: t.tab, pipe: t.pipe }
  const names = Object.keys(delimiters) as (keyof typeof delimiters)[]
  return (
    <section className={styles.choices} aria-label={t.fileForm}>
      <SelectField
        label={t.delimiter}
        value={names.find((name) => csvDelimiters[name] === form.delimiter) ?? 'comma'}
        options={names.map((value) => ({ value, label: delimiters[value] }))}
        onChange={(name) => void reread({ delimiter: csvDelimiters[name] })}
      />
      <SelectField
        label={t.decimalSign}
        value={form.decimalComma ? 'comma' : 'point'}
        options={[
          { value: 'point', label: t.decimalPoint },
          { value: 'comma', label: t.decimalComma },
        ]}
        onChange={(sign) => void reread({ decimalComma: sign === 'comma' })}
      />
      <SelectField
        label={t.firstLine}
        value={form.hasHeader ? 'names' : 'record'}
        options={[
          { value: 'names', label: t.columnNames },
          { value: 'record', label: t.aRecord },
        ]}
        onChange={(first) => void reread({ hasHeader: first === 'names' })}
      />
      {encoding === undefined ? null : (
        <SelectField
          label={t.encoding}
          value={encoding}
          options={encodings.map((value) => ({ value, label: value.toUpperCase() }))}
          onChange={(chosen) => void reread({ encoding: chosen })}
        />
      )}
    </section>
  )
}
