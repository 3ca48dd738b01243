import { useState } from 'react'
import { useWriteBlock } from '../../../instance/instance-profile.ts'
import { notify } from '../../../notifications/notify.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from '../config/config.module.css'
import { textOf } from '../config/config-value.ts'
import type { SettingsProps } from '../config/settings-props.ts'
import { configKey } from '../draft-members.ts'
import { serviceMessages } from '../messages.ts'
import { clearScriptCache, pullScript } from './pull-script.ts'
import { canPull, type ScriptLink } from './script-link.ts'

interface ScriptSourceProps extends Pick<SettingsProps, 'values' | 'errors' | 'service' | 'set'> {
  link: ScriptLink
  onPulled: (text: string) => void
}

/** Where in a repository or a folder a script is. */
export function ScriptSource({ link, service, values, errors, set, onPulled }: ScriptSourceProps) {
  const [busy, setBusy] = useState<'pull' | 'cache' | null>(null)
  const writeBlock = useWriteBlock()
  const incomplete = canPull(link)
    ? null
    : link.versioned
      ? 'Enter repository, branch and path first.'
      : 'Enter the path first.'

  const run = async (what: 'pull' | 'cache', work: () => Promise<void>, done: string, failed: string) => {
    setBusy(what)
    try {
      await work()
      notify({ type: 'success', title: serviceMessages.module, text: done })
    } catch {
      notify({ type: 'error', title: serviceMessages.module, text: failed, tag: 'script' })
    } finally {
      setBusy(null)
    }
  }
  const pull = () =>
    run('pull', async () => onPulled(await pullScript(link)), serviceMessages.pulled, serviceMessages.pullFailed)
  const clear = (name: string) =>
    run('cache', () => clearScriptCache(name), serviceMessages.scriptCacheCleared, serviceMessages.scriptCacheFailed)
  const text = (name: string, label: string, placeholder: string) => (
    <TextField
      label={label}
      mono
      spellCheck={false}
      placeholder={placeholder}
      value={textOf(values[configKey(name)])}
      error={errors[configKey(name)]}
      onChange={(value) => set(configKey(name), value)}
    />
  )
  return (
    <div className={styles.source}>
      {link.versioned ? text('scm_repository', 'Repository', 'shop') : null}
      {link.versioned ? text('scm_reference', 'Branch/Tag', 'main') : null}
      {text('storage_path', 'Path', 'scripts/order.js')}
      <div className={styles.buttons}>
        <Button size="small" loading={busy === 'pull'} disabledReason={incomplete} onClick={() => void pull()}>
          View Latest
        </Button>
        {service === null ? null : (
          <Button
            size="small"
            loading={busy === 'cache'}
            disabledReason={incomplete ?? writeBlock}
            onClick={() => void clear(service)}
          >
            Delete Cache
          </Button>
        )}
      </div>
    </div>
  )
}
