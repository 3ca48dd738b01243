import { SelectField } from '../../ui/select-field.tsx'
import { CodeEditor } from '../../widgets/code-editor/code-editor.tsx'
import type { Json } from './api-document.ts'
import styles from './apidocs.module.css'
import { bodyExample, type CallDraft, chosenContent, isFile, isJson } from './call-draft.ts'
import { FileField } from './file-field.tsx'
import { FormFields } from './form-fields.tsx'
import { partsOf } from './form-parts.ts'
import type { ApiBody } from './operation.ts'

interface BodyFieldProps {
  root: Json
  body: ApiBody
  draft: CallDraft
  /** What is missing or wrong, as checkDraft tells it. */
  problems: Readonly<Record<string, string>>
  onChange: (draft: CallDraft) => void
}

/** What a call carries: text in an editor, a file, or the parts of a form. */
export function BodyField({ root, body, draft, problems, onChange }: BodyFieldProps) {
  const { contents, required } = body
  const parts = partsOf(root, chosenContent(body, draft))
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
      {parts !== null ? (
        <FormFields
          parts={parts}
          values={draft.parts}
          problems={problems}
          onChange={(values) => onChange({ ...draft, parts: values })}
        />
      ) : isFile(draft.contentType) ? (
        <FileField
          label="Body"
          required={required}
          error={problems.body}
          files={draft.file === null ? [] : [draft.file]}
          onChange={([file = null]) => onChange({ ...draft, file })}
        />
      ) : (
        <CodeEditor
          label={required ? 'Body (required)' : 'Body'}
          language={isJson(draft.contentType) ? 'json' : 'text'}
          lines={6}
          value={draft.body}
          error={problems.body}
          onChange={(text) => onChange({ ...draft, body: text })}
        />
      )}
    </>
  )
}
