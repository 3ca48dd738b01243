import type { ScriptType } from '@millwright/contract/records/event-script'
import type { ListedService } from '@millwright/contract/wire/services'
import { IconBook, IconGitBranch, IconWand } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { groupServicesQuery } from '../../instance/group-services.ts'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Row, Stack } from '../../ui/layout.tsx'
import { ReadOnly, useReadOnly } from '../../ui/read-only.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Text } from '../../ui/text.tsx'
import { CodeEditor } from '../../widgets/code/code-editor/code-editor.tsx'
import type { CodeEditorHandle, CodeMark } from '../../widgets/code/code-editor/code-knowledge.ts'
import { languageOf } from '../../widgets/code/code-editor/code-language.ts'
import { CodeHostButton } from '../../widgets/code/code-host/code-host-button.tsx'
import { FileButton } from '../../widgets/code/script-source/file-button.tsx'
import { type LinkValues, scriptLink } from '../../widgets/code/script-source/script-link.ts'
import type { Form } from '../../widgets/form/editor-frame/use-form.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { changeable } from './event-catalogue.ts'
import { t } from './messages.ts'
import { ScriptRuns } from './runs/script-runs.tsx'
import type { OpenScript, ScriptDraft } from './script-draft.ts'
import { scriptMembers } from './script-members.ts'
import { scriptTypesQuery } from './script-queries.ts'
import { starterText } from './script-samples.ts'
import { eventOf, type TableTrigger, triggerOf } from './script-sentence.ts'
import styles from './scripts.module.css'
import { scriptPath } from './scripts-place.ts'
import { TrialPanel } from './trial/trial-panel.tsx'
import { TriggerChoice } from './trigger-choice.tsx'

const SourceDialog = lazy(() => import('./source-dialog.tsx').then((module) => ({ default: module.SourceDialog })))
const SamplesDialog = lazy(() => import('./samples-dialog.tsx').then((module) => ({ default: module.SamplesDialog })))

interface ScriptFieldsProps {
  name: string
  form: Form<OpenScript, ScriptDraft>
  /** Whether the instance has a script of this name. */
  stored: boolean
  /** The pane shown beside the script. */
  beside: 'trial' | 'runs'
  onBeside: (which: 'trial' | 'runs') => void
}

const endings: readonly string[] = ['js', 'php', 'py', 'txt']
const noMarks: readonly CodeMark[] = []

/** Language, permissions, source and text of a script. */
export function ScriptFields({ name, form, stored, beside, onBeside }: ScriptFieldsProps) {
  const { draft, set, field } = form
  const errors = form.problem.fields
  const { data: types = [] } = useQuery(scriptTypesQuery)
  const { data: services = [] } = useQuery(groupServicesQuery('source control,file'))
  const environment = useEnvironment()
  const navigate = useNavigate()
  const locked = useReadOnly() !== null
  const writeBlock = useWriteBlock()
  const panes = [
    ...(hasFeature(environment, 'script-trial') ? [{ id: 'trial' as const, label: t.tryIt }] : []),
    ...(hasFeature(environment, 'script-runs') ? [{ id: 'runs' as const, label: t.lastRuns }] : []),
  ]
  const pane = panes.find(({ id }) => id === beside) ?? panes[0]
  const trigger = triggerOf(name)
  const hasRecords = hasFeature(environment, 'script-records')
  const starter = draft.content.trim() === '' ? starterText(draft.type, name, hasRecords) : null
  const [dialog, setDialog] = useState<'source' | 'samples' | null>(null)
  /** The text last pulled from the source; it is shown but never saved. */
  const [pulled, setPulled] = useState('')
  /** The text before a service was linked, restored if the user unlinks it again. */
  const before = useRef('')
  /** Lines of the text with an error in a trial run. */
  const [marks, setMarks] = useState(noMarks)
  const editor = useRef<CodeEditorHandle>(null)
  const linked = draft.storage_service_id !== ''
  const what = changeable(name)
  const storedElsewhere = linked ? t.storedInService : null
  const knowledge = useMemo(
    () => ({ members: scriptMembers(draft.type, hasRecords), marks }),
    [draft.type, hasRecords, marks],
  )
  const type = types.find((one) => one.name === draft.type)
  const write = (text: string) => {
    setMarks(noMarks)
    set('content', text)
  }
  const relink = (toService: boolean) => {
    if (toService && !linked) before.current = draft.content
    if (toService !== linked) write(toService ? '' : before.current)
  }

  return (
    <div className={styles.fields}>
      {trigger ? (
        <TriggerPlace
          key={name}
          trigger={trigger}
          onOpen={(event) => void navigate({ to: scriptPath(event), search: (now: object) => now })}
        />
      ) : null}
      <Row gap={5} rowGap={2} align="start" wrap>
        <div className={styles.type}>
          <SelectField
            {...field('type')}
            help={type && !type.available ? t.languageUnavailable({ type: type.label }) : null}
            options={typeOptions(types, draft.type)}
          />
        </div>
        <div className={styles.checks}>
          <Checkbox {...field('is_active')} label={tabWords.active} />
          {what === null ? null : <Checkbox {...field('allow_event_modification')} label={t.allowModify({ what })} />}
        </div>
        <Row gap={2} rowGap={1} wrap shrink>
          {linked || starter === null ? null : (
            <Button size="small" icon={<IconWand />} onClick={() => write(starter)}>
              {t.starterCode}
            </Button>
          )}
          <FileButton
            module={t.module}
            label={t.scriptFile}
            endings={endings}
            disabledReason={storedElsewhere}
            onText={write}
          />
          <CodeHostButton endings={endings} disabledReason={storedElsewhere} onText={write} />
          <Button size="small" icon={<IconGitBranch />} aria-haspopup="dialog" onClick={() => setDialog('source')}>
            {t.sourceControl}
          </Button>
          <Button size="small" icon={<IconBook />} aria-haspopup="dialog" onClick={() => setDialog('samples')}>
            {t.samples}
          </Button>
          {linked ? (
            <Text tone="muted" size="sm" breakAnywhere>
              {placeText(draft, services)}
            </Text>
          ) : null}
        </Row>
      </Row>
      <div className={classNames(styles.sides, pane && styles.two)}>
        <Stack gap={2} shrink className={styles.code}>
          <CodeEditor
            label={linked ? t.scriptReadOnly : tabWords.script}
            labelHidden
            language={languageOf(draft.type)}
            lines={12}
            readOnly={linked}
            help={linked ? t.linkedSourceHelp : null}
            error={errors.content ?? sourceError(errors)}
            value={linked ? pulled : draft.content}
            onChange={(text) => {
              if (!linked && text !== draft.content) write(text)
            }}
            knowledge={knowledge}
            handle={editor}
          />
          <ScriptConfig {...field('config')} />
        </Stack>
        {pane ? (
          <div className={styles.beside}>
            <Tabs label={t.besideTheScript} tabs={panes} value={pane.id} onChange={onBeside}>
              <div hidden={pane.id !== 'trial'}>
                {panes.some(({ id }) => id === 'trial') ? (
                  <ReadOnly value={writeBlock}>
                    <TrialPanel
                      name={name}
                      draft={draft}
                      onAllow={what === null || locked ? null : () => set('allow_event_modification', true)}
                      onMarks={setMarks}
                      onLine={(at) => editor.current?.goTo(at)}
                    />
                  </ReadOnly>
                ) : null}
              </div>
              {pane.id === 'runs' ? (
                <ScriptRuns name={name} onLine={linked ? undefined : (at) => editor.current?.goTo(at)} />
              ) : null}
            </Tabs>
          </div>
        ) : null}
      </div>
      {dialog === null ? null : (
        <Suspense fallback={null}>
          {dialog === 'source' ? (
            <SourceDialog
              name={name}
              form={form}
              stored={stored}
              onRelink={relink}
              onPulled={setPulled}
              onClose={() => setDialog(null)}
            />
          ) : (
            <SamplesDialog
              type={draft.type}
              event={name}
              storedElsewhere={storedElsewhere}
              replaces={draft.content.trim() !== ''}
              onTake={(type, text) => {
                if (types.some((one) => one.name === type)) set('type', type)
                write(text)
                setDialog(null)
              }}
              onClose={() => setDialog(null)}
            />
          )}
        </Suspense>
      )}
    </div>
  )
}

/** The trigger as a sentence; choosing another table, event or phase opens the script of that event. */
function TriggerPlace({ trigger, onOpen }: { trigger: TableTrigger; onOpen: (event: string) => void }) {
  const [value, setValue] = useState(trigger)
  return (
    // It only navigates and changes nothing, so it stays enabled.
    <ReadOnly value={null}>
      <TriggerChoice
        value={value}
        onChange={(next) => {
          setValue(next.table === '' ? next : trigger)
          if (next.table !== '') onOpen(eventOf(next))
        }}
      />
    </ReadOnly>
  )
}

function typeOptions(types: readonly ScriptType[], chosen: string) {
  const known = types.map(({ name, label, available }) => ({
    value: name,
    label: available ? label : t.unavailableType({ type: label }),
    disabled: !available && name !== chosen,
  }))
  return known.some(({ value }) => value === chosen) ? known : [...known, { value: chosen, label: chosen }]
}

function sourceError(errors: Readonly<Record<string, string | undefined>>): string | null {
  const said = [errors.storage_service_id, errors.scm_repository, errors.scm_reference, errors.storage_path]
  return said.filter(Boolean).join(' ') || null
}

/** The location of a linked script, in one line. */
function placeText(values: LinkValues, services: readonly ListedService[]): string {
  const link = scriptLink(values, services)
  if (link === null) return t.keptInService({ id: values.storage_service_id })
  const { service, versioned, repository, reference, path } = link
  const place = path === '' ? t.noPathYet : path
  const inside = versioned ? `${repository || t.noRepositoryYet}, ${reference || t.noBranchYet}: ${place}` : place
  return t.storedLocation({ service: service.label || service.name, inside })
}

interface ScriptConfigProps {
  value: string
  error: string | undefined
  onChange: (text: string) => void
}

/** Settings available to the script beside its event; collapsed if empty. */
function ScriptConfig({ value, error, onChange }: ScriptConfigProps) {
  const [shown, setShown] = useState(value !== '')
  const open = shown || error !== undefined
  return (
    <details className={styles.config} open={open} onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary>{t.configuration}</summary>
      {open ? (
        <CodeEditor
          label={t.configuration}
          labelHidden
          language="json"
          lines={4}
          help={t.configHelp}
          error={error}
          value={value}
          onChange={(text) => {
            if (text !== value) onChange(text)
          }}
        />
      ) : null}
    </details>
  )
}
