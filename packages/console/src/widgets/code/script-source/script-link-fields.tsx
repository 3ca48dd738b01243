import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { groupServicesQuery } from '../../../instance/group-services.ts'
import { useWriteBlock } from '../../../instance/instance-profile.ts'
import { scriptGroups } from '../../../instance/type-groups.ts'
import { notify } from '../../../notifications/notify.ts'
import { Button } from '../../../ui/button.tsx'
import { Row } from '../../../ui/layout.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { tabWords } from '../../../words/tabs/messages.ts'
import { ServiceSelect } from '../../pickers/service-select/service-select.tsx'
import { t } from './messages.ts'
import {
  canPull,
  clearScriptCache,
  type LinkValues,
  linkedTo,
  pullScript,
  type ScriptLink,
  scriptLink,
} from './script-link.ts'
import styles from './script-source.module.css'

interface ScriptLinkFieldsProps {
  /** The module whose name toasts show. */
  module: string
  values: LinkValues
  errors: Readonly<Record<keyof LinkValues, string | undefined>>
  /** The key of the script in the instance's cache; `null` for an unsaved script. */
  cacheName: string | null
  /** Called with the fields that changed together; `relinked` if another service, or none, was chosen. */
  onChange: (change: Partial<LinkValues>, relinked: boolean) => void
  onPulled: (text: string) => void
}

/** Links a script to a file in a storage or source control service. */
export function ScriptLinkFields(props: ScriptLinkFieldsProps) {
  const { values, errors, onChange } = props
  const { data: services = [] } = useQuery(groupServicesQuery('source control,file'))
  const link = scriptLink(values, services)
  const id = values.storage_service_id
  return (
    <>
      <ServiceSelect
        label={t.linkTitle}
        help={t.linkHelp}
        error={errors.storage_service_id}
        groups={scriptGroups}
        clearable
        placeholder={t.none}
        value={id === '' ? null : Number(id)}
        onChange={(chosen) => onChange(linkedTo(chosen?.id ?? null), true)}
      />
      {link ? <Place {...props} link={link} /> : null}
    </>
  )
}

/** The repository, branch and path of a linked script. */
function Place({
  module,
  link,
  values,
  errors,
  cacheName,
  onChange,
  onPulled,
}: ScriptLinkFieldsProps & { link: ScriptLink }) {
  const [busy, setBusy] = useState<'pull' | 'cache' | null>(null)
  const writeBlock = useWriteBlock()
  const incomplete = canPull(link) ? null : link.versioned ? t.repositoryMissing : t.pathMissing

  const run = async (what: 'pull' | 'cache', work: () => Promise<void>, done: string, failed: string) => {
    setBusy(what)
    try {
      await work()
      notify({ type: 'success', title: module, text: done })
    } catch {
      notify({ type: 'error', title: module, text: failed, tag: 'script' })
    } finally {
      setBusy(null)
    }
  }
  const pull = () => run('pull', async () => onPulled(await pullScript(link)), t.pulled, t.pullFailed)
  const clear = (name: string) => run('cache', () => clearScriptCache(name), t.cacheCleared, t.cacheFailed)
  const text = (member: keyof LinkValues, label: string, placeholder: string) => (
    <TextField
      label={label}
      mono
      spellCheck={false}
      placeholder={placeholder}
      value={values[member]}
      error={errors[member]}
      onChange={(value) => onChange({ [member]: value }, false)}
    />
  )
  return (
    <div className={styles.place}>
      {link.versioned ? text('scm_repository', t.repository, 'shop') : null}
      {link.versioned ? text('scm_reference', t.branchOrTag, 'main') : null}
      {text('storage_path', tabWords.path, 'scripts/order.js')}
      <Row gap={2} wrap ofControls>
        <Button size="small" loading={busy === 'pull'} disabledReason={incomplete} onClick={() => void pull()}>
          {t.viewLatest}
        </Button>
        {cacheName === null ? null : (
          <Button
            size="small"
            loading={busy === 'cache'}
            disabledReason={incomplete ?? writeBlock}
            onClick={() => void clear(cacheName)}
          >
            {t.deleteCache}
          </Button>
        )}
      </Row>
    </div>
  )
}
