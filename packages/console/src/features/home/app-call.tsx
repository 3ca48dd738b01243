import { secretMask } from '@millwright/contract/records/lookup'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { recordQuery } from '../../instance/collections.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { CommandItem } from '../../widgets/code/commands/command-list.tsx'
import { useOpenTabs } from '../../widgets/records/open-tabs/open-tabs.ts'
import { RecordPicker } from '../../widgets/records/record-picker/record-picker.tsx'
import { appSource, type PickedRecord } from '../../widgets/records/record-picker/record-source.ts'
import { type Caller, keyCommand, noKey } from './commands.ts'
import styles from './home.module.css'
import { t } from './messages.ts'

/** A request with an app's API key, which is loaded and shown only on demand. */
export function AppCall({ caller }: { caller: Caller }) {
  const [app, setApp] = useState<PickedRecord | null>(null)
  const [withKey, setWithKey] = useState(false)
  const mayChoose = useOpenTabs().some(({ path }) => path === '/apps') && caller.isAdmin
  const query = recordQuery<{ api_key?: string }>('system/app', app?.id ?? '', { fields: 'id,api_key' })
  const { data, error } = useQuery({ ...query, enabled: app !== null && withKey })
  const loaded = app !== null && withKey ? data?.record.api_key : undefined
  const isHidden = loaded === secretMask
  const problem = isHidden ? t.appKeyHidden : error ? messageOf(error) : null
  return (
    <CommandItem command={keyCommand(caller, isHidden ? noKey : (loaded ?? noKey))}>
      {mayChoose ? (
        <div className={styles.keyChoice}>
          <RecordPicker
            label={t.appLabel}
            source={appSource}
            placeholder={t.noAppChosen}
            clearable
            value={app}
            error={withKey ? problem : null}
            onChange={(next) => {
              setApp(next)
              setWithKey(false)
            }}
          />
          <Checkbox label={t.includeApiKey} value={withKey} disabled={app === null} onChange={setWithKey} />
        </div>
      ) : null}
    </CommandItem>
  )
}
