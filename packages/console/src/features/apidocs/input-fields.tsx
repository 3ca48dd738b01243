import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CodeEditor } from '../../widgets/code/code-editor/code-editor.tsx'
import type { DocVerb, Json } from './api-document.ts'
import styles from './apidocs.module.css'
import { bodyExample, type CallDraft, chosenContent, isFile, isJson, partKey } from './call-draft.ts'
import { docsMessages } from './messages.ts'
import { type ApiBody, type ApiParameter, type FormPart, type PartValue, partsOf } from './operation.ts'
import { plainWords } from './prose.tsx'
import { notesOf } from './schema.ts'

interface BodyFieldProps {
  root: Json
  verb: DocVerb
  body: ApiBody
  draft: CallDraft
  /** Missing or invalid values, as returned by `checkDraft`. */
  problems: Readonly<Record<string, string>>
  onChange: (draft: CallDraft) => void
}

/** The body of a call: text in an editor, a file, or the parts of a form. */
export function BodyField({ root, verb, body, draft, problems, onChange }: BodyFieldProps) {
  const { contents, required } = body
  const parts = partsOf(root, chosenContent(body, draft))
  const choose = (contentType: string) => {
    const content = contents.find(({ type }) => type === contentType)
    onChange({ ...draft, contentType, body: content ? bodyExample(root, content, verb) : draft.body })
  }
  return (
    <>
      {contents.length > 1 ? (
        <div className={styles.callAs}>
          <SelectField
            label={docsMessages.contentType}
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
          label={docsMessages.body}
          required={required}
          error={problems.body}
          files={draft.file === null ? [] : [draft.file]}
          onChange={([file = null]) => onChange({ ...draft, file })}
        />
      ) : (
        <CodeEditor
          label={required ? docsMessages.bodyRequired : docsMessages.body}
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

type Values = Readonly<Record<string, PartValue>>

interface FormFieldsProps {
  parts: readonly FormPart[]
  values: Values
  problems: Readonly<Record<string, string>>
  onChange: (values: Values) => void
}

/** The parts of a form: texts and files. */
function FormFields({ parts, values, problems, onChange }: FormFieldsProps) {
  return (
    <fieldset className={styles.parts}>
      <legend>{docsMessages.body}</legend>
      <div className={styles.fields}>
        {parts.map((part) => {
          const { name, file } = part
          const value = values[name]
          const error = problems[partKey(name)]
          const set = (next: PartValue) => onChange({ ...values, [name]: next })
          return file === null ? (
            <ParameterField
              key={name}
              parameter={part}
              value={typeof value === 'string' ? value : ''}
              error={error}
              onChange={set}
            />
          ) : (
            <FileField
              key={name}
              label={name}
              help={plainWords(part.description)}
              required={part.required}
              error={error}
              many={file === 'many'}
              files={typeof value === 'string' || value === undefined ? [] : value}
              onChange={set}
            />
          )
        })}
      </div>
    </fieldset>
  )
}

interface FileFieldProps {
  label: string
  help?: string
  required: boolean
  error: string | undefined
  many?: boolean
  /** The chosen files; they are listed here, as the browser's own control loses them when it is remounted. */
  files: readonly File[]
  onChange: (files: readonly File[]) => void
}

/** Chooses files from the disk. */
function FileField({ label, help, required, error, many = false, files, onChange }: FileFieldProps) {
  const names = files.map(({ name }) => name).join(', ')
  return (
    <Field label={label} required={required} error={error} help={[help, names].filter(Boolean).join(' · ')}>
      {(wiring) => (
        <input
          {...wiring}
          type="file"
          multiple={many}
          className={styles.file}
          onChange={(event) => onChange([...(event.target.files ?? [])])}
        />
      )}
    </Field>
  )
}

interface ParameterFieldProps {
  parameter: Pick<ApiParameter, 'name' | 'required' | 'description' | 'schema'>
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** The control for one parameter, chosen by its schema. */
export function ParameterField({ parameter, value, error, onChange }: ParameterFieldProps) {
  const { name, required, description, schema } = parameter
  const choices = choicesOf(schema)
  const help = [plainWords(description), ...(choices ? [] : notesOf(schema))].filter(Boolean).join(' · ')
  const shared = { label: name, help, error, required, value, onChange }
  if (choices === null) return <TextField {...shared} mono spellCheck={false} autoComplete="off" />
  return (
    <SelectField
      {...shared}
      options={[
        { value: '', label: required ? docsMessages.choose : docsMessages.notSent },
        ...choices.map((each) => ({ value: each, label: each })),
      ]}
    />
  )
}

function choicesOf(schema: ApiParameter['schema']): readonly string[] | null {
  if (Array.isArray(schema.enum)) return schema.enum.filter((choice) => choice !== null).map(String)
  return schema.type === 'boolean' ? ['true', 'false'] : null
}
