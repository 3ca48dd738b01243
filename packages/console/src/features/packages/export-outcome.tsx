import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { send } from '../../instance/send.ts'
import { notifyError } from '../../notifications/notify-refusal.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyTextButton } from '../../ui/copy-text-button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Text } from '../../ui/text.tsx'
import { useScrollIntoView } from '../../ui/use-in-sight.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { packageMessages } from './messages.ts'
import styles from './packages.module.css'

/** The result of an export. */
export type ExportResult =
  | {
      /** Path after the API prefix: the service, the folder and the file. */
      readonly path: string
      readonly isPublic: boolean
      /** The label of the service, and the folder. */
      readonly place: { readonly service: string; readonly folder: string }
    }
  | { readonly refused: string }

/** The package that was exported and where it is, or why the export failed. */
export function ExportOutcome({ result }: { result: ExportResult }) {
  const [loading, setLoading] = useState(false)
  const banner = useScrollIntoView<HTMLDivElement>(result)
  if ('refused' in result) {
    return (
      <Banner ref={banner} tone="danger" title={packageMessages.exportFailed}>
        {result.refused}
      </Banner>
    )
  }
  const { path, isPublic, place } = result
  const download = async () => {
    setLoading(true)
    try {
      const { data } = await send<Blob>({ verb: 'GET', path: encodedPath(path), as: 'blob' })
      saveFile(data, path.slice(path.lastIndexOf('/') + 1))
    } catch (error) {
      notifyError(error)
    } finally {
      setLoading(false)
    }
  }
  return (
    <Banner
      ref={banner}
      tone="success"
      title={packageMessages.exported}
      actions={
        <>
          <Button size="small" icon={<IconDownload />} loading={loading} onClick={() => void download()}>
            {tabWords.download}
          </Button>
          <CopyTextButton size="small" text={path}>
            {packageMessages.copyPath}
          </CopyTextButton>
        </>
      }
    >
      <Text size="sm" mono breakAnywhere>
        {path}
      </Text>
      {isPublic ? null : <p className={styles.note}>{packageMessages.notPublic(place)}</p>}
    </Banner>
  )
}

/** Escapes the path that servers return; a path that is already escaped is unchanged. */
function encodedPath(path: string): string {
  return /%[0-9a-f]{2}/i.test(path) ? path : path.split('/').map(encodeURIComponent).join('/')
}
