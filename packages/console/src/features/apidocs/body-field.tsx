import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { CodeEditor } from '../../widgets/code-editor/code-editor.tsx'
import type { Json } from './api-document.ts'
import styles from './apidocs.module.css'
import { bodyExample, type CallDraft, isFile, isJson } from './call-draft.ts'
import type { ApiBody } from './operation.ts'

interface BodyFieldProps {
  root: Json
  body: ApiBody
  draft: CallDraft
  error: string | undefined
  onChange: (draft: CallDraft) => void
}

/** What a call carries: text in an editor, or a file. */
export function BodyField({ root, body, draft, error, onChange }: BodyFieldProps) {
  const { contents, required } = body
  const choose = (contentType: string) => {
    const content = contents.find(({ type }) => type === contentType)
    onChange({ ...draft, contentType, body: content ? bodyExample(root, content) : draft.body })
  }
  return (
    <>
      {contents.length > 1 ? (
        <div className={styles.callAs}>
          <SelectField
            label="Content type"
            value={draft.contentType}
            onChange={choose}
            options={contents.map(({ type }) => ({ value: type, label: type }))}
          />
        </div>
      ) : null}
      {isFile(draft.contentType) ? (
        <Field label="Body" required={required} error={error}>
          {(wiring) => (
            <input
              {...wiring}
              type="file"
              className={styles.file}
              onChange={(event) => onChange({ ...draft, file: event.target.files?.[0] ?? null })}
            />
          )}
        </Field>
      ) : (
        <CodeEditor
          label={required ? 'Body (required)' : 'Body'}
          language={isJson(draft.contentType) ? 'json' : 'text'}
          lines={6}
          value={draft.body}
          error={error}
          onChange={(text) => onChange({ ...draft, body: text })}
        />
      )}
    </>
  )
}
