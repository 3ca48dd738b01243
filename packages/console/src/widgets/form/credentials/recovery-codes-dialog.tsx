import { IconDownload } from '@tabler/icons-react'
import { Button } from '../../../ui/button.tsx'
import { CopyTextButton } from '../../../ui/copy-text-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { commonWords } from '../../../words/messages.ts'
import { tabWords } from '../../../words/tabs/messages.ts'
import { t } from './opened/messages.ts'
import styles from './recovery-codes.module.css'

/** Shows new recovery codes once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog
      open
      title={t.yourRecoveryCodes}
      closeOnOutsidePress={false}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t.codesSaved}
        </Button>
      }
    >
      <RecoveryCodes codes={codes} />
    </Dialog>
  )
}

/** Codes that are shown only once, for the user to save. */
function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = codes.join('\n')
  const download = () => {
    const address = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = address
    link.download = `recovery-codes-${window.location.hostname}.txt`
    link.click()
    URL.revokeObjectURL(address)
  }
  return (
    <Stack gap={4}>
      <p>{t.recoveryCodesHelp}</p>
      <ul className={styles.codes} aria-label={t.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Row gap={2} align="stretch" wrap>
        <CopyTextButton text={text}>{commonWords.copy}</CopyTextButton>
        <Button icon={<IconDownload />} onClick={download}>
          {tabWords.download}
        </Button>
      </Row>
    </Stack>
  )
}
