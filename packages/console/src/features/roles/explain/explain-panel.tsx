import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { hasFeature, useEnvironment } from '../../../instance/environment.ts'
import { Button } from '../../../ui/button.tsx'
import room from '../../../ui/room.module.css'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { EditorContent, EditorFrame } from '../../../widgets/form/editor-frame/editor-frame.tsx'
import { readListSearch } from '../../../widgets/records/list-declaration/list-search.ts'
import { RecordPicker } from '../../../widgets/records/record-picker/record-picker.tsx'
import {
  appSource,
  namesQuery,
  type RecordSource,
  taskSource,
  userSource,
} from '../../../widgets/records/record-picker/record-source.ts'
import { tabWords } from '../../../words/tabs/messages.ts'
import { roleMessages } from '../messages.ts'
import { t } from '../opened/messages.ts'
import { CallFields } from './call-fields.tsx'
import styles from './explain.module.css'
import { ExplainAnswer } from './explain-answer.tsx'
import {
  type CallerKind,
  type ExplainQuestion,
  missingIn,
  readQuestion,
  supposedCall,
  writeQuestion,
} from './explain-question.ts'

/** Explains whether a hypothetical request is allowed, and why. The request is in the address. */
export function ExplainPanel() {
  const navigate = useNavigate()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const question = readQuestion(search)
  const [times, setTimes] = useState(0)
  return (
    <EditorFrame
      title={roleMessages.explainAccess}
      subtitle={t.explainHelp}
      wide
      onClose={() => void navigate({ to: '/roles', search: readListSearch(search) })}
    >
      <EditorContent>
        <ExplainForm
          start={question}
          onAsk={(next) => {
            setTimes(times + 1)
            void navigate({
              to: '/roles/explain',
              search: { ...readListSearch(search), ...writeQuestion(next) },
              replace: true,
            })
          }}
        />
        {search.path === undefined ? null : <ExplainAnswer call={supposedCall(question)} times={times} />}
      </EditorContent>
    </EditorFrame>
  )
}

const people: Readonly<Record<Exclude<CallerKind, 'nobody'>, RecordSource>> = {
  user: userSource,
  admin: {
    ...userSource,
    collection: 'system/admin',
    get many() {
      return t.administrators
    },
  },
}
const callers = [
  {
    value: 'nobody',
    label: t.anonymous,
  },
  {
    value: 'user',
    label: t.aUser,
  },
  {
    value: 'admin',
    label: t.anAdministrator,
  },
] as const

interface ExplainFormProps {
  start: ExplainQuestion
  onAsk: (question: ExplainQuestion) => void
}

/** The caller, the app's API key, and the request. */
function ExplainForm({ start, onAsk }: ExplainFormProps) {
  const [question, setQuestion] = useState(start)
  const [missing, setMissing] = useState<string | null>(null)
  const knowsAuthors = hasFeature(useEnvironment(), 'authors')
  const set = (change: Partial<ExplainQuestion>) => {
    setQuestion({ ...question, ...change })
    setMissing(null)
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        const found = missingIn(question)
        setMissing(found)
        if (found === null) onAsk(question)
      }}
    >
      <SelectField
        label={t.whoCalls}
        value={question.by}
        options={callers}
        onChange={(by) => set({ by, person: null })}
      />
      {question.by === 'nobody' ? (
        <span className={room.from640} />
      ) : (
        <IdPicker
          key={question.by}
          label={question.by === 'user' ? tabWords.user : t.administrator}
          source={people[question.by]}
          placeholder={t.chooseOne}
          error={missing}
          value={question.person}
          onChange={(person) => set({ person })}
        />
      )}
      <IdPicker
        label={t.appApiKey}
        source={appSource}
        placeholder={t.noApiKey}
        clearable
        value={question.app}
        onChange={(app) => set({ app })}
      />
      <CallFields call={question} onChange={set} />
      {knowsAuthors ? (
        <>
          <TextField
            label={tabWords.script}
            help={t.whatScriptIs}
            mono
            spellCheck={false}
            autoComplete="off"
            placeholder="db._table.contact.get.pre_process"
            value={question.script}
            onChange={(script) => set({ script })}
          />
          <IdPicker
            label={t.scheduledTask}
            source={taskSource}
            placeholder={t.noTask}
            clearable
            value={question.task}
            onChange={(task) => set({ task })}
          />
        </>
      ) : null}
      <div className={room.whole}>
        <Button type="submit" variant="primary">
          {t.explain}
        </Button>
      </div>
    </form>
  )
}

interface IdPickerProps {
  label: string
  source: RecordSource
  placeholder: string
  clearable?: boolean
  error?: string | null
  value: number | null
  onChange: (id: number | null) => void
}

/** A record picker for an id, whose name is loaded. */
function IdPicker({ value, onChange, ...rest }: IdPickerProps) {
  const names = useQuery(namesQuery(rest.source, value === null ? [] : [value])).data
  return (
    <RecordPicker
      {...rest}
      value={value === null ? null : { id: value, label: names?.get(value) ?? `#${value}` }}
      onChange={(record) => onChange(record?.id ?? null)}
    />
  )
}
