import type { ServiceType } from '@millwright/contract/wire/services'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Loaded, RecordId } from '../../instance/collections.ts'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { hasTables } from '../../instance/group-services.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/layout.tsx'
import { useUsageSection } from '../../widgets/charts/usage/use-usage-section.tsx'
import { type Connection, ConnectionLine, testSettings } from '../../widgets/connection/connection-line.tsx'
import { MailServerHelp } from '../../widgets/connection/mail-server/mail-server-help.tsx'
import { useActivationOffer } from '../../widgets/form/activation/use-activation-offer.ts'
import { AuthorLine } from '../../widgets/form/author/author-line.tsx'
import type { EditorSection } from '../../widgets/form/editor-frame/editor-form.tsx'
import { NextSection } from '../../widgets/form/editor-frame/editor-parts.tsx'
import { RecordForm } from '../../widgets/form/editor-frame/record-form.tsx'
import { useEditor } from '../../widgets/form/editor-frame/use-editor.ts'
import { commonWords } from '../../words/messages.ts'
import { afterSave, trialOf, tryConnection, useConnection } from './after-save.ts'
import { ConfigForm } from './config/config-form.tsx'
import { heldList } from './config/config-value.ts'
import { configKey, type ServiceDraft } from './draft-members.ts'
import { ConnectSection } from './mcp/connect-section.tsx'
import { ToolsSection } from './mcp/tools-section.tsx'
import { t } from './messages.ts'
import { ServiceDefinition } from './service-definition.tsx'
import { missingNames, renameOf, type ServiceRecord, serviceEditing, settingsToSend } from './service-draft.ts'
import { ServiceInfo } from './service-info.tsx'
import { hasSettings, settingsOf } from './settings-of.ts'

interface ServiceFormProps {
  type: ServiceType
  loaded: Loaded<ServiceRecord> | null
  start?: ServiceDraft
  onClose: () => void
  onSaved: (id: RecordId) => void
  /** Returns to the choice of a type, retaining the input about the service itself. */
  onOtherType?: (draft: ServiceDraft, configured: boolean) => void
}

const disabledTools = configKey('disabled_tools')
const enabledTools = configKey('enabled_tools')

const infoFields = ['name', 'label', 'description', 'is_active', 'aliases']

/** The form of one service: names, settings and API description. */
export function ServiceForm({ type, loaded, start, onClose, onSaved, onOtherType }: ServiceFormProps) {
  const environment = useEnvironment()
  const navigate = useNavigate()
  const intent = useRef<SaveIntent>('stay')
  const debug = environment.platform?.app_debug === true
  const trial = trialOf(type, (feature) => hasFeature(environment, feature))
  const fields = settingsOf(type, loaded?.record ?? null)
  const declaration = serviceEditing(type, fields)
  /** Whether settings can be tested before they are saved. */
  const testsUnsaved = trial !== null && hasFeature(environment, 'service-check')
  /** The test result of the current form values; `null` before a test and after a change. */
  const [tested, setTested] = useState<Connection | null>(null)
  /** Increases with each test and each change, which make the results of earlier tests irrelevant. */
  const attempt = useRef(0)
  const forgetTest = () => {
    attempt.current += 1
    setTested(null)
  }
  const anyway = useRef(false)
  const testDraft = async (what: ServiceDraft, id: number | null): Promise<Connection> => {
    attempt.current += 1
    const own = attempt.current
    setTested('trying')
    const testRequest = { id, type: type.name, config: settingsToSend(fields, what) }
    const result = await testSettings(testRequest).catch((error: unknown) => ({ failed: messageOf(error) }))
    if (attempt.current === own) setTested(result)
    return result
  }
  /** An inactive service rejects the test, and mail servers are tested only on request. */
  const trialOnSave = (saved: ServiceRecord) => (hasTables(type.group) && saved.is_active !== false ? trial : null)
  const openConfig = { search: (now: object) => ({ ...now, section: 'config' }) }
  const offerActivation = useActivationOffer({
    collection: declaration.collection,
    module: t.module,
    consequence: t.inactiveNote,
  })
  const editor = useEditor<ServiceRecord, ServiceDraft>({
    declaration: {
      ...declaration,
      notice: (_found, draft) => {
        const missing = missingNames(draft)
        return missing === null ? null : { title: commonWords.apiError, text: missing }
      },
    },
    loaded,
    staysOpen: true,
    // Tests a new database before saving; if that fails, the user can still save it.
    allow: async (what, on) => {
      const renamed = on === null ? null : renameOf(on.record, what)
      if (renamed !== null) {
        const { confirmRename } = await import('../../widgets/list/deletion/deletion-question.tsx')
        return confirmRename(environment, renamed)
      }
      if (on !== null || !testsUnsaved || type.group !== 'Database' || !what.is_active || anyway.current) return true
      const result = await testDraft(what, null)
      if (typeof result !== 'object' || !('failed' in result)) return true
      if (editor.isOpen()) void navigate({ to: '.', ...openConfig, replace: true })
      return false
    },
    ...(start && { start }),
    onSaved: (record, isNew) => {
      const saved = {
        name: record.name ?? '',
        trial: trialOnSave(record),
        isNew,
        clearCache: intent.current === 'clear',
        debug,
      }
      forgetTest()
      void afterSave(saved)
      if (isNew) offerActivation({ id: record.id ?? '', name: saved.name, active: record.is_active })
    },
    onDone: (record) => {
      if (loaded !== null && intent.current !== 'close') return
      onSaved(record.id ?? '')
      // Keeps the form open to show the test result.
      if (loaded === null && trialOnSave(record) !== null)
        void navigate({ to: `/services/${record.id}`, ...openConfig })
    },
  })
  const { draft, set, field, problem, record } = editor
  const connection = useConnection(record?.name)
  const save = (what: SaveIntent, untested = false) => {
    // A press that is ignored must not change what the running save does afterwards.
    if (editor.saving) return
    intent.current = what
    anyway.current = untested
    void editor.save()
  }
  const unsaved = editor.isNew || editor.unsaved.length > 0
  const { id, name } = record ?? {}
  const stored = typeof id === 'number' && typeof name === 'string' ? { id, name } : null

  const usage = useUsageSection(
    stored && {
      of: { service: stored.name.toLowerCase() },
      splits: ['app', 'resource', 'user', 'verb'],
      log: [`service:is:${stored.name.toLowerCase()}`],
    },
  )
  const sections: EditorSection[] = [
    {
      id: 'info',
      label: t.info,
      fields: infoFields,
      content: (
        <ServiceInfo
          type={type}
          form={editor}
          stored={stored}
          onOtherType={onOtherType && (() => onOtherType(draft, hasSettings(editor.before, draft, fields)))}
        />
      ),
    },
    {
      id: 'config',
      label: t.config,
      fields: fields.map((field) => configKey(field.name)),
      content: (
        <Stack gap={4}>
          {trial && (stored || testsUnsaved) ? (
            <ConnectionLine
              connection={tested ?? connection}
              service={stored}
              untested={unsaved && !testsUnsaved}
              onTry={() =>
                void (stored && !unsaved
                  ? tryConnection({ name: stored.name, debug }, trial)
                  : testDraft(draft, stored?.id ?? null))
              }
              onSaveAnyway={stored === null ? () => save('stay', true) : null}
            />
          ) : null}
          {type.name === 'local_email' && hasFeature(environment, 'outbox') ? <MailServerHelp /> : null}
          {type.group === 'Script' ? (
            <AuthorLine collection="system/service" id={stored?.id ?? null} what="script" />
          ) : null}
          <ConfigForm
            type={type}
            fields={fields}
            values={draft}
            errors={problem.fields}
            service={stored?.name ?? null}
            set={(name, value) => {
              forgetTest()
              set(name, value)
            }}
          />
        </Stack>
      ),
    },
    ...(type.group === 'MCP'
      ? [
          {
            id: 'tools',
            label: t.tools,
            fields: [],
            content: (
              <ToolsSection
                stored={stored}
                saved={JSON.stringify(record?.config)}
                disabled={heldList(draft[disabledTools])}
                setDisabled={(names) => set(disabledTools, names)}
                chosen={heldList(draft[enabledTools])}
                setChosen={(names) => set(enabledTools, names)}
              />
            ),
          },
          { id: 'connect', label: t.connect, fields: [], content: <ConnectSection stored={stored} /> },
        ]
      : []),
    {
      id: 'definition',
      label: t.serviceDefinition,
      fields: ['definition'],
      content: <ServiceDefinition {...field('definition')} type={type} stored={stored?.name ?? null} />,
    },
  ]
  return (
    <RecordForm
      editor={editor}
      onSave={() => save('stay')}
      declaration={declaration}
      one={t.one}
      sections={[...sections, ...usage]}
      {...(!editor.isNew && { cancelLabel: commonWords.close })}
      actions={(section, open) => (
        <FormActions isNew={editor.isNew} section={section} saving={editor.saving} open={open} onSave={save} />
      )}
      onClose={onClose}
    />
  )
}

/** What happens after a save: the form stays open, it closes, or it stays open and the service's cache is cleared. */
type SaveIntent = 'stay' | 'close' | 'clear'

interface FormActionsProps {
  isNew: boolean
  section: string
  saving: boolean
  open: (section: string) => void
  onSave: (intent: SaveIntent) => void
}

/** Actions other than Save. */
function FormActions({ isNew, section, saving, open, onSave }: FormActionsProps) {
  const writeBlock = useWriteBlock()
  const blocked = writeBlock ?? (saving ? t.saving : null)
  if (isNew) return <NextSection section={section} from="info" to="config" open={open} />
  return (
    <>
      {section === 'info' ? null : (
        <Button disabledReason={blocked} onClick={() => onSave('clear')}>
          {t.saveClearCache}
        </Button>
      )}
      <Button disabledReason={blocked} onClick={() => onSave('close')}>
        {t.saveAndClose}
      </Button>
    </>
  )
}
