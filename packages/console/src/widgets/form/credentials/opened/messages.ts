import { catalogue } from '../../../../language/catalogue.ts'

/** Texts needed only for setting a password or a second step. */
export const t = catalogue({
  qrCodeLabel: 'The key as a QR code, for the camera of your app',
  scanHelp:
    'Scan this with an app for one-time codes, such as the password manager of your phone. Or type the key into it:',
  yourRecoveryCodes: 'Your recovery codes',
  codesSaved: 'I have saved them',
  recoveryCodesHelp:
    'Store these where you can find them without your device. Each works once. They are not shown again.',
  recoveryCodes: 'Recovery codes',
})
