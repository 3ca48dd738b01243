import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { groupServicesQuery } from '../../../instance/group-services.ts'
import { send } from '../../../instance/send.ts'
import { notifyError } from '../../../notifications/notify-refusal.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import styles from '../packages.module.css'
import { folderMessages } from './messages.ts'

const databasesQuery = groupServicesQuery('database')
const folderArchive = { verb: 'GET', path: 'system/config/folder', as: 'blob' } as const

/** Downloads the configuration as an archive of its folder, with the tables of chosen databases if they are wanted. */
export function DownloadFolder() {
  const databases = useQuery(databasesQuery).data ?? []
  const [hasTables, setHasTables] = useState(false)
  const [left, setLeft] = useState<readonly string[]>([])
  const [loading, setLoading] = useState(false)
  const wanted = hasTables ? databases.map(({ name }) => name).filter((name) => !left.includes(name)) : []
  const download = async () => {
    setLoading(true)
    try {
      const params = wanted.length === 0 ? {} : { schema: wanted.join() }
      const { data } = await send<Blob>({ ...folderArchive, params })
      saveFile(data, 'configuration.zip')
    } catch (error) {
      notifyError(error)
    } finally {
      setLoading(false)
    }
  }
  return (
    <Stack gap={3}>
      {databases.length === 0 ? null : (
        <Checkbox
          label={folderMessages.withTables}
          help={folderMessages.withTablesHelp}
          value={hasTables}
          onChange={setHasTables}
        />
      )}
      {hasTables ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot wrap as a row
        <div role="group" aria-label={folderMessages.databases} className={styles.databases}>
          {databases.map(({ name }) => (
            <Checkbox
              key={name}
              label={name}
              value={!left.includes(name)}
              onChange={(kept) => setLeft(kept ? left.filter((each) => each !== name) : [...left, name])}
            />
          ))}
        </div>
      ) : null}
      <Row>
        <Button reads icon={<IconDownload />} loading={loading} onClick={() => void download()}>
          {folderMessages.downloadFolder}
        </Button>
      </Row>
    </Stack>
  )
}
